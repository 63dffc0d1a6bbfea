import type { AuditAction } from '#shared/operations/audit.ts'
import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { deleteTokensOf } from '#server/features/accounts/account-tokens/queries.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { deleteSessionsOf } from '#server/features/accounts/auth/queries.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { endLiveStreamsOf } from '#server/features/live/streams/end-stream.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden } from '#server/http/errors.ts'
import { checkUserChange, lockUserForChange } from './change-user.ts'
import { updateStatus } from './queries.ts'

type Dependencies = Pick<Context, 'config' | 'db' | 'events' | 'publish' | 'settings' | 'sockets'> & {
  sessionCache: SessionCache
}

/**
 * Activates or deactivates a user; approves or refuses a user who awaits approval. Deactivating also ends the user's
 * sessions, mailed links, sockets and live stream. Throws as the endpoint declares.
 */
export async function changeStatus(
  dependencies: Dependencies,
  admin: Caller,
  userId: string,
  isActive: boolean,
): Promise<UserRow> {
  const { config, db, sessionCache } = dependencies
  if (userId === admin.id && !isActive) throw forbidden('errors.ownStatus')
  const { row, endedSessions } = await db.transaction(async (tx) => {
    const { user, requester } = await lockUserForChange(tx, admin, userId)
    if (user.isActive === isActive && !user.awaitsApproval) return { row: user, endedSessions: [] }
    await checkUserChange(tx, dependencies, requester, { user, after: { role: user.role, isActive } })
    await recordAudit(tx, {
      action: actionOf(user, isActive),
      actorId: admin.id,
      subjectId: userId,
    })
    const changed = await updateStatus(tx, userId, isActive)
    if (isActive && user.awaitsApproval && config.mail)
      await enqueueMail(tx, { to: user.email, languages: user.language }, { template: 'approved' })
    if (isActive) return { row: changed, endedSessions: [] }
    await deleteTokensOf(tx, userId)
    return { row: changed, endedSessions: await deleteSessionsOf(tx, userId, null) }
  })
  sessionCache.invalidateUser(userId)
  for (const { sid } of endedSessions) sessionCache.invalidateSession(sid)
  if (!isActive) await disconnect(dependencies, userId)
  return row
}

function actionOf({ awaitsApproval }: UserRow, isActive: boolean): AuditAction {
  if (awaitsApproval) return isActive ? 'user.approved' : 'user.refused'
  return isActive ? 'user.activated' : 'user.deactivated'
}

/** Runs also for an already deactivated user: an earlier call may have been interrupted before this step. */
async function disconnect(dependencies: Dependencies, userId: string): Promise<void> {
  const isOfUser = ({ user }: { user: Caller | null }) => user?.id === userId
  dependencies.sockets.closeWhere(isOfUser, CLOSE_CODES.signedOut, 'deactivated')
  await endLiveStreamsOf(dependencies, userId, 'deactivated')
}
