import { parseUserAgent } from '#shared/text/parse-user-agent.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { mailChoicesOf } from '#server/features/accounts/preferences/mail-choices.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { enqueueMail } from '#server/mail/mail.ts'

/** Of the request of a sign-in. */
export type SignInHeaders = { userAgent: string | null; languages: string | null }

/**
 * Counts a mail about a sign-in in a browser that the account did not know. Returns whether the user gets it: only at a
 * confirmed address, because mails about sign-ins must not be a way to annoy a stranger, and not if they turned it off.
 * Called before the transaction of the sign-in, which must not wait for a second connection.
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
