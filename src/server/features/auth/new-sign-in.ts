import { parseUserAgent } from '#shared/text/parse-user-agent.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { mailChoicesOf } from '#server/features/preferences/mail-choices.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { HttpError } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { enqueueMail } from '#server/mail/mail.ts'

/** Of the request of a sign-in. */
export type SignInHeaders = { userAgent: string | null; languages: string | null }

/**
 * Mails a user about a sign-in in a browser that the account did not know, unless they do not want this mail. Only a
 * confirmed address gets it: mails about sign-ins must not be a way to annoy a stranger.
 */
export async function mailNewSignIn(
  tx: Executor,
  { config, limits }: Pick<Context, 'config' | 'limits'>,
  user: UserRow,
  { userAgent, languages }: SignInHeaders,
): Promise<void> {
  if (!config.mail || !user.emailVerifiedAt || !mailChoicesOf(user).newSignIn) return
  try {
    await limits.consume(rateOf('signInMails'), user.id)
  } catch (error) {
    if (error instanceof HttpError) return
    throw error
  }
  await enqueueMail(
    tx,
    { to: user.email, languages: user.language ?? languages },
    { template: 'newSignIn', ...parseUserAgent(userAgent), at: new Date().toISOString() },
  )
}
