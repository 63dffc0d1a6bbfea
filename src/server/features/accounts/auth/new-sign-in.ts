import { parseUserAgent } from '#shared/text/parse-user-agent.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { mailChoicesOf } from '#server/features/accounts/preferences/mail-choices.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { enqueueMail } from '#server/mail/mail.ts'

/** Headers of the sign-in request. */
export type SignInHeaders = { userAgent: string | null; languages: string | null }

/**
 * Consumes the rate limit for a mail about a sign-in in an unknown browser. Returns true if the mail may be sent. Requires a
 * confirmed address, so that nobody can cause mails to a stranger, and that the user has not turned such mails off. Called
 * before the transaction of the sign-in, which must not wait for a second connection.
 */
export async function tryConsumeSignInMail(
  { config, db, limits }: Pick<Context, 'config' | 'limits'> & { db: Executor },
  userId: string,
): Promise<boolean> {
  if (!config.mail) return false
  const user = await findUserById(db, userId)
  if (!user?.emailVerifiedAt || !mailChoicesOf(user).newSignIn) return false
  return limits.tryConsume(rateOf('signInMails'), userId)
}

/** Mails a user about a sign-in. */
export function mailNewSignIn(
  tx: Executor,
  user: UserRow,
  { userAgent, languages }: SignInHeaders,
): Promise<void> {
  return enqueueMail(
    tx,
    { to: user.email, languages: user.language ?? languages },
    { template: 'newSignIn', ...parseUserAgent(userAgent), at: new Date().toISOString() },
  )
}
