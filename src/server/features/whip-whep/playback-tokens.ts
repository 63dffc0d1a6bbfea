import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import { derivedKey } from '#server/derived-key.ts'

const SECONDS = 5 * 60

const claims = z.tuple([id, id, z.int()])

/** Short-lived words with which an outside player may stand for a member, on one stream. */
export class PlaybackTokens {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = derivedKey(secret, 'playback tokens')
  }

  issue(streamId: string, memberId: string, now = Date.now()): { token: string; expiresAt: Date } {
    const expires = Math.floor(now / 1000) + SECONDS
    const claim = Buffer.from(JSON.stringify([streamId, memberId, expires])).toString('base64url')
    const token = `${claim}.${this.#sign(claim).toString('base64url')}`
    return { token, expiresAt: new Date(expires * 1000) }
  }

  /** Whom it stands for on this stream; null when it is not ours, for another stream, or over. */
  read(token: string, streamId: string, now = Date.now()): string | null {
    const [claim = '', signature = ''] = token.split('.', 2)
    const given = Buffer.from(signature, 'base64url')
    const right = this.#sign(claim)
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null
    const [stream, memberId, expires] = claims.parse(
      JSON.parse(Buffer.from(claim, 'base64url').toString('utf8')),
    )
    return stream === streamId && now < expires * 1000 ? memberId : null
  }

  #sign(claim: string): Buffer {
    return createHmac('sha256', this.#key).update(claim).digest()
  }
}
