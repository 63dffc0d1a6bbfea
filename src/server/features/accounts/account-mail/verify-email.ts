import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { violatesConstraint } from '#server/db/violates.ts'
import { notFound } from '#server/http/errors.ts'
import { hashToken } from '#server/mail/link-tokens.ts'
import {
  deleteTokensOf,
  lockTokenOwner,
  consumeToken,
} from '#server/features/accounts/account-tokens/queries.ts'
import { confirmEmail, setVerifiedEmail } from './queries.ts'

type Dependencies = Pick<Context, 'db'> & { sessionCache: SessionCache }

/**
 * Confirms the address that a link was mailed to; for the link of a change it becomes the address of the account.
 * Throws 404 for a token that is wrong, used or expired, or whose address belongs to another account now.
 */
export async function verifyEmail(
  { db, sessionCache }: Dependencies,
  token: string,
): Promise<{ userId: string; email: string }> {
  const { userId, email } = await db
    .transaction(async (tx) => {
      const hash = hashToken(token)
      await lockTokenOwner(tx, hash)
      const used = await consumeToken(tx, hash, ['verify_email', 'change_email'])
      if (!used) throw notFound('notFound.mailLink')
      if (used.purpose !== 'change_email') {
        if (!(await confirmEmail(tx, used.userId, used.email))) throw notFound('notFound.mailLink')
      } else {
        await setVerifiedEmail(tx, used.userId, used.email)
        await deleteTokensOf(tx, used.userId)
        await recordEvent(tx, { eventType: 'email_changed', userId: used.userId })
      }
      return used
    })
    .catch((error: unknown) => {
      throw violatesConstraint(error, 'users_email_key') ? notFound('notFound.mailLink') : error
    })
  sessionCache.invalidateUser(userId)
  return { userId, email }
}
