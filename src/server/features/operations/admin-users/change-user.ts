import { hasRole } from '#shared/roles.ts'
import type { Context } from '#server/feature.ts'
import type { Executor } from '#server/db/executor.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { listSuperAdminIds, lockRoles } from './queries.ts'

/** A user with the role and the status that an admin is about to set. */
export type UserChange = { user: UserRow; after: Pick<UserRow, 'role' | 'isActive'> }

/**
 * Locks a user for a change by an admin until the transaction ends; changes run one after the other. Also returns the admin
 * with the current role. Throws 404 if there is no such user, or if the admin has lost the role meanwhile.
 */
export async function lockUserForChange(
  tx: Executor,
  admin: Caller,
  userId: string,
): Promise<{ user: UserRow; requester: UserRow }> {
  await lockRoles(tx)
  const requester = await lockUser(tx, admin.id)
  if (!requester?.isActive || !hasRole(requester, 'admin')) throw notFound()
  const user = await lockUser(tx, userId)
  if (!user) throw notFound('notFound.user')
  return { user, requester }
}

/**
 * Throws 403 if only super_admins may make this change and the requester is not one, 409 if the site would be left without an
 * active super_admin.
 */
export async function checkUserChange(
  tx: Executor,
  { settings }: Pick<Context, 'settings'>,
  requester: Pick<UserRow, 'role'>,
  { user, after }: UserChange,
): Promise<void> {
  const concernsAdmins = hasRole(user, 'admin') || hasRole(after, 'admin')
  if (concernsAdmins && requester.role !== 'super_admin' && settings.get('general.superAdminsAppointAdmins'))
    throw forbidden('errors.superAdminsAppoint')
  const wasSuperAdmin = user.isActive && user.role === 'super_admin'
  const staysSuperAdmin = after.isActive && after.role === 'super_admin'
  if (wasSuperAdmin && !staysSuperAdmin && (await listSuperAdminIds(tx, user.id)).length === 0)
    throw conflict('last_super_admin', 'errors.lastSuperAdmin')
}
