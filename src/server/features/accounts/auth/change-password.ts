import type * as z from 'zod/mini'
import { CLOSE_CODES } from '#shared/constants.ts'
import type * as calls from '#shared/accounts/preferences.ts'
import type { Context } from '#server/feature.ts'
import { deleteTokensOf } from '#server/features/accounts/account-tokens/queries.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { checkPassword } from './check-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { deleteSessionsOf, updatePasswordHash } from './queries.ts'
import type { SessionCache } from './session-cache.ts'

type Dependencies = Pick<Context, 'db' | 'limits' | 'sockets'> & { sessionCache: SessionCache }
type Requester = { userId: string; sessionId: string; ipAddress: string }

/**
 * Changes a user's password, ends all of their sessions except the current one, and makes mailed links invalid. Returns how
 * many unexpired sessions ended. Throws 403 `wrong_credentials` when `currentPassword` is wrong, 422 when the new password is a common one,
 * 429 after too many attempts.
 */
export async function changePassword(
  dependencies: Dependencies,
  { userId, sessionId, ipAddress }: Requester,
  { currentPassword, newPassword }: z.output<typeof calls.changePassword.body>,
): Promise<number> {
  const { db, sessionCache, sockets } = dependencies
  const user = await findUserById(db, userId)
  if (!user) throw unauthorized()
  const account = await checkPassword(
    dependencies,
    { email: user.email, password: currentPassword },
    ipAddress,
  )
  const before = account?.passwordHash
  if (!before) throw wrongPassword()
  await refuseCommonPassword('newPassword', newPassword)
  const after = await hashPassword(newPassword, ipAddress)
  const ended = await db.transaction(async (tx) => {
    if (!(await updatePasswordHash(tx, userId, { before, after }))) throw wrongPassword()
    await deleteTokensOf(tx, userId)
    return deleteSessionsOf(tx, userId, sessionId)
  })
  for (const { sid } of ended) sessionCache.invalidateSession(sid)
  sockets.closeWhere(
    (identity) => identity.user?.id === userId && identity.sessionId !== sessionId,
    CLOSE_CODES.signedOut,
    'password changed',
  )
  return ended.filter(({ expire }) => expire.getTime() > Date.now()).length
}

function wrongPassword(): HttpError {
  return new HttpError(403, 'wrong_credentials', 'errors.wrongPassword', {
    fields: [{ path: 'currentPassword', key: 'errors.wrongPassword' }],
  })
}
