import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { derivedKey } from '#server/derived-key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16

/** Encrypts stream keys for the table, and makes what they are found by. */
export class Sealer {
  readonly #cipherKey: Buffer
  readonly #digestKey: Buffer

  constructor(secret: string) {
    this.#cipherKey = derivedKey(secret, 'stream keys: sealed')
    this.#digestKey = derivedKey(secret, 'stream keys: digest')
  }

  /** Opens again for this member alone: a row that was copied to another one's is worth nothing. */
  seal(key: string, userId: string): string {
    const nonce = randomBytes(NONCE)
    const cipher = createCipheriv(CIPHER, this.#cipherKey, nonce).setAAD(Buffer.from(userId))
    const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Null when it was sealed with another secret, for another member, or was changed since. */
  open(sealed: string, userId: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE + TAG) return null
    const decipher = createDecipheriv(CIPHER, this.#cipherKey, bytes.subarray(0, NONCE))
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
    try {
      return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      return null
    }
  }

  digest(key: string): string {
    return createHmac('sha256', this.#digestKey).update(key).digest('base64url')
  }
}
