import { createHash, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '#server/derived-key.ts'

/**
 * Tokens of the links in mails. A token is computed from a random seed and the installation's secret, when the mail is
 * written: the job that sends it stores only the seed, and the account only the hash of the token.
 */
export class LinkTokens {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'mail: link tokens')
  }

  fromSeed(seed: string): string {
    return createHmac('sha256', this.#key).update(seed).digest('base64url')
  }
}

/** Returns a random seed for a token. */
export function newSeed(): string {
  return randomBytes(24).toString('base64url')
}

/** Returns what is stored of a token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
