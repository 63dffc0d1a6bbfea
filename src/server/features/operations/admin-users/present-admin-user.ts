import type { AdminUser } from '#shared/operations/admin-users.ts'
import { presentOwnUser } from '#server/features/accounts/users/present-user.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'

export function presentAdminUser(row: UserRow): AdminUser {
  return { ...presentOwnUser(row), awaitsApproval: row.awaitsApproval }
}
