import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/executor.ts'
import { hashToken } from '#server/mail/link-tokens.ts'
import { RESET_LIFETIME_MS } from '#server/features/accounts/account-tokens/mail-links.ts'
import { insertToken } from '#server/features/accounts/account-tokens/queries.ts'
import { findActiveByEmail } from './queries.ts'

/** Creates the path of a link for a new password, for an operator to pass on; null without such an account. */
export async function createResetLink(db: Db, email: string): Promise<string | null> {
  const user = await findActiveByEmail(db, email)
  if (!user) return null
  const token = randomBytes(32).toString('base64url')
  await insertToken(db, {
    hash: hashToken(token),
    userId: user.id,
    purpose: 'operator_reset',
    email: user.email,
    expiresAt: new Date(Date.now() + RESET_LIFETIME_MS),
  })
  return `/auth/reset?token=${token}`
}
