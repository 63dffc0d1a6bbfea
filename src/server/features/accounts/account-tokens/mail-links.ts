import type { Executor } from '#server/db/executor.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { type LinkTokens, hashToken, newSeed } from '#server/mail/link-tokens.ts'
import { enqueueMail } from '#server/mail/mail.ts'
import { insertToken } from './queries.ts'
import type { TokenPurpose } from './schema.ts'

const HOUR_MS = 60 * 60 * 1000

export const RESET_LIFETIME_MS = HOUR_MS

const LINKS = {
  reset_password: { template: 'resetPassword', lifetimeMs: RESET_LIFETIME_MS },
  verify_email: { template: 'verifyEmail', lifetimeMs: 7 * 24 * HOUR_MS },
  change_email: { template: 'confirmEmail', lifetimeMs: 24 * HOUR_MS },
} as const satisfies Partial<Record<TokenPurpose, unknown>>
type MailedPurpose = keyof typeof LINKS

type Link = {
  user: Pick<UserRow, 'id' | 'email' | 'language'>
  purpose: MailedPurpose
  /** For the mail of a user without a chosen language, in the format of `Accept-Language`. */
  languages: string | null
  /** The seed of the token; a new one by default. */
  seed?: string
}

/**
 * Stores the hash of a new token and enqueues the mail with its link, to `email` or the address of the account. A repeated
 * call with the same seed mails nothing.
 */
export async function mailLink(
  tx: Executor,
  linkTokens: LinkTokens,
  { user, purpose, languages, seed = newSeed() }: Link,
  email = user.email,
): Promise<void> {
  const expiresAt = await storeLink(tx, linkTokens, { userId: user.id, purpose, email, seed })
  if (!expiresAt) return
  const recipient = { to: email, languages: user.language ?? languages, until: expiresAt.toISOString() }
  await enqueueMail(tx, recipient, { template: LINKS[purpose].template, seed })
}

type StoredLink = { userId: string; purpose: MailedPurpose; email: string; seed?: string }

/**
 * Stores the hash of a token without mailing its link. Returns the expiry of the token; null if the token is stored already.
 */
export async function storeLink(
  tx: Executor,
  linkTokens: LinkTokens,
  { purpose, seed = newSeed(), ...owner }: StoredLink,
): Promise<Date | null> {
  const expiresAt = new Date(Date.now() + LINKS[purpose].lifetimeMs)
  const hash = hashToken(linkTokens.fromSeed(seed))
  return (await insertToken(tx, { hash, purpose, expiresAt, ...owner })) ? expiresAt : null
}
