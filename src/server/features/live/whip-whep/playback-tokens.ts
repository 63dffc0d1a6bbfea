import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { deriveKey } from '#server/derived-key.ts'

const LIFETIME_SECONDS = 5 * 60

const claims = z.tuple([id, id, z.int()])

/** Short-lived signed tokens that let an outside player watch one stream as a user. */
export class PlaybackTokens {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = deriveKey(secret, 'playback tokens')
  }

  issue(streamId: string, userId: string, now = Date.now()): { token: string; expiresAt: Date } {
    const expires = Math.floor(now / 1000) + LIFETIME_SECONDS
    const claim = Buffer.from(JSON.stringify([streamId, userId, expires])).toString('base64url')
    const token = `${claim}.${this.#sign(claim).toString('base64url')}`
    return { token, expiresAt: new Date(expires * 1000) }
  }

  /** Returns the token's user id, or null if the signature is wrong, the token expired or belongs to another stream. */
  read(token: string, streamId: string, now = Date.now()): string | null {
    const [claim = '', signature = ''] = token.split('.', 2)
    const actual = Buffer.from(signature, 'base64url')
    const expected = this.#sign(claim)
    if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null
    const [stream, userId, expires] = claims.parse(
      JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')),
    )
    return stream === streamId && now < expires * 1000 ? userId : null
  }

  #sign(claim: string): Buffer {
    return createHmac('sha256', this.#key).update(claim).digest()
  }
}
