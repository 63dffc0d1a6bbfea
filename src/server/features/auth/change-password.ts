import type * as z from 'zod/mini'
import { CLOSE_CODES } from '#shared/constants.ts'
import type * as calls from '#shared/preferences.ts'
import type { Context } from '#server/feature.ts'
import { findUserById } from '#server/features/users/queries.ts'
import { HttpError, unauthorized } from '#server/http/errors.ts'
import { checkPassword } from './check-password.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { deleteOtherSessions, updatePasswordHash } from './queries.ts'
import type { SessionCache } from './session-cache.ts'

type Parts = Pick<Context, 'db' | 'limits' | 'sockets'> & { sessionCache: SessionCache }
type Who = { userId: string; sessionId: string; address: string }

/**
 * Gives a member another password, and signs it out everywhere but here. Answers how many browsers that were. Throws
 * 403 `wrong_credentials` when the present password is another, 422 for a new one that many have, 429 after too many
 * tries.
 */
export async function changePassword(
  parts: Parts,
  { userId, sessionId, address }: Who,
  { currentPassword, newPassword }: z.output<typeof calls.changePassword.body>,
): Promise<number> {
  const { db, sessionCache, sockets } = parts
  const user = await findUserById(db, userId)
  if (!user) throw unauthorized()
  const account = await checkPassword(parts, { email: user.email, password: currentPassword }, address)
  const before = account?.passwordHash
  if (!before) throw wrongPassword()
  await refuseCommonPassword('newPassword', newPassword)
  const after = await hashPassword(newPassword, address)
  const ended = await db.transaction(async (tx) => {
    if (!(await updatePasswordHash(tx, userId, { before, after }))) throw wrongPassword()
    return deleteOtherSessions(tx, userId, sessionId)
  })
  for (const { sid } of ended) sessionCache.forgetSession(sid)
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
