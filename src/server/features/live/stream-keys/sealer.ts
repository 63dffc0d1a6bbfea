import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '#server/derived-key.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts stream keys for storage and computes their lookup digests. */
export class Sealer {
  readonly #cipherKey: Buffer
  readonly #digestKey: Buffer

  constructor(secret: string) {
    this.#cipherKey = deriveKey(secret, 'stream keys: sealed')
    this.#digestKey = deriveKey(secret, 'stream keys: digest')
  }

  /** Binds the key to the user id (AAD): a row that is copied to another user cannot be decrypted. */
  seal(key: string, userId: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#cipherKey, nonce).setAAD(Buffer.from(userId))
    const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Returns null if the value was sealed with another secret, for another user, or was modified. */
  open(sealed: string, userId: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv(CIPHER, this.#cipherKey, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(userId))
      .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    try {
      return (
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    } catch {
      return null
    }
  }

  digest(key: string): string {
    return createHmac('sha256', this.#digestKey).update(key).digest('base64url')
  }
}
