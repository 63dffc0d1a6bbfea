import { ROLES, type Role } from '#shared/roles.ts'
import type { Context } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden } from '#server/http/errors.ts'
import { checkUserChange, lockUserForChange } from './change-user.ts'
import { listSuperAdminIds, updateRole } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'publish' | 'settings'> & { sessionCache: SessionCache }

/**
 * Changes the role of a user, and notifies the super_admins. The change of the row closes the user's sockets, so that open
 * pages reload the account. Throws as the endpoint declares.
 */
export async function changeRole(
  dependencies: Dependencies,
  admin: Caller,
  userId: string,
  role: Role,
): Promise<UserRow> {
  const { db, sessionCache } = dependencies
  const row = await db.transaction(async (tx) => {
    const { user, requester } = await lockUserForChange(tx, admin, userId)
    if (user.role === role) return user
    if (user.id === admin.id && ROLES.indexOf(role) < ROLES.indexOf(user.role))
      throw forbidden('errors.ownRole')
    await checkUserChange(tx, dependencies, requester, { user, after: { role, isActive: user.isActive } })
    await recordAudit(tx, {
      action: 'user.role_changed',
      actorId: admin.id,
      subjectId: userId,
      details: { before: user.role, after: role },
    })
    const recipients = await listSuperAdminIds(tx, admin.id)
    const events = recipients.map((recipient) => ({
      type: 'role' as const,
      userId: recipient,
      actorId: admin.id,
      aboutUserId: userId,
      role,
    }))
    await recordNotifications(dependencies, tx, events)
    return updateRole(tx, userId, role)
  })
  sessionCache.invalidateUser(userId)
  return row
}
