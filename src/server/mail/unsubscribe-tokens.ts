import { createHmac, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '#server/derived-key.ts'

/** Tokens of links that end the digests of a user. They do not expire, as old mails stay in mailboxes. */
export class UnsubscribeTokens {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'mail: unsubscribe')
  }

  create(userId: string): string {
    return `${userId}.${this.#sign(userId).toString('base64url')}`
  }

  /** Returns the user's id; null for a token that was not created here. */
  read(token: string): string | null {
    const [userId = '', signature = ''] = token.split('.')
    const [actual, expected] = [Buffer.from(signature, 'base64url'), this.#sign(userId)]
    return actual.length === expected.length && timingSafeEqual(actual, expected) ? userId : null
  }

  #sign(userId: string): Buffer {
    return createHmac('sha256', this.#key).update(userId).digest()
  }
}
