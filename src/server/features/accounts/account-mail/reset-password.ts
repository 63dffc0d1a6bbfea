import { CLOSE_CODES } from '#shared/constants.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { refuseCommonPassword } from '#server/features/accounts/auth/common-passwords.ts'
import { hashPassword } from '#server/features/accounts/auth/passwords.ts'
import { deleteSessionsOf } from '#server/features/accounts/auth/queries.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { passwordReset } from '#server/features/accounts/auth/events.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { notFound } from '#server/http/errors.ts'
import { hashToken } from '#server/mail/link-tokens.ts'
import {
  deleteTokensOf,
  isTokenValid,
  lockTokenOwner,
  consumeToken,
} from '#server/features/accounts/account-tokens/queries.ts'
import { setPasswordHash } from './queries.ts'

/** Purposes of links for a new password. Only a mailed link proves that the address belongs to the user. */
const PURPOSES = ['reset_password', 'operator_reset'] as const

type Dependencies = Pick<Context, 'db' | 'events' | 'sockets'> & { sessionCache: SessionCache }

/**
 * Sets a new password with the token of a link, which confirms the address that it was mailed to. Ends all sessions of
 * the account and replaces its stream key, which a thief of the old password may know. Returns the user with the new
 * hash. Throws 404 for a token that is wrong, used or expired, 422 for a common password.
 */
export async function resetPassword(
  { db, events, sessionCache, sockets }: Dependencies,
  { token, password }: { token: string; password: string },
  ipAddress: string,
): Promise<{ user: UserRow; passwordHash: string }> {
  const hash = hashToken(token)
  // Checked first, so that a wrong token does not cost a password hash.
  if (!(await isTokenValid(db, hash, PURPOSES))) throw notFound('notFound.mailLink')
  await refuseCommonPassword('password', password)
  const passwordHash = await hashPassword(password, ipAddress)
  const { user, ended } = await db.transaction(async (tx) => {
    await lockTokenOwner(tx, hash)
    const used = await consumeToken(tx, hash, PURPOSES)
    const isEmailConfirmed = used?.purpose === 'reset_password'
    const row = used && (await setPasswordHash(tx, used.userId, { passwordHash, isEmailConfirmed }))
    if (!row) throw notFound('notFound.mailLink')
    await deleteTokensOf(tx, row.id)
    await events.announce(tx, passwordReset, { userId: row.id })
    await recordEvent(tx, { eventType: 'password_reset', userId: row.id, ipAddress })
    return { user: row, ended: await deleteSessionsOf(tx, row.id, null) }
  })
  for (const { sid } of ended) sessionCache.invalidateSession(sid)
  sockets.closeWhere((identity) => identity.user?.id === user.id, CLOSE_CODES.signedOut, 'password reset')
  return { user, passwordHash }
}
