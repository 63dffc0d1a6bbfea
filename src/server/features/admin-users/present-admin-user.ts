import type { AdminUser } from '#shared/admin-users.ts'
import { presentOwnUser } from '#server/features/users/present-user.ts'
import type { UserRow } from '#server/features/users/schema.ts'

export function presentAdminUser(row: UserRow): AdminUser {
  return { ...presentOwnUser(row), awaitsApproval: row.awaitsApproval }
}
