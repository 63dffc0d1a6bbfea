import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/executor.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { findHolder, findSealed, insertKey, replaceKey } from './queries.ts'
import { Sealer } from './sealer.ts'

/** Server parts hear on it of members whose key was replaced. */
export const STREAM_KEYS_TOPIC = 'stream-keys'
const SHAPE = /^live_[\w-]{43}$/

/** The members' stream keys: one each, made when it is first asked for. */
export class StreamKeys {
  readonly #db: Db
  readonly #hub: Hub
  readonly #sealer: Sealer

  /** `secret` is the installation's: what was sealed with another one is replaced by new keys. */
  constructor(db: Db, hub: Hub, secret: string) {
    this.#db = db
    this.#hub = hub
    this.#sealer = new Sealer(secret)
  }

  /** For the member's own eyes. */
  async of(userId: string): Promise<string> {
    const sealed = await findSealed(this.#db, userId)
    const known = sealed === undefined ? null : this.#sealer.open(sealed, userId)
    if (known !== null) return known
    const made = this.#make(userId)
    // Of two calls at once the second reads what the first has stored.
    return (await insertKey(this.#db, made.row, sealed)) ? made.key : this.of(userId)
  }

  /** Gives the member another key; encoders that hold the one before are cut. */
  async renew(userId: string): Promise<string> {
    const { key, row } = this.#make(userId)
    await replaceKey(this.#db, row)
    this.#hub.publish(STREAM_KEYS_TOPIC, { type: 'stream_key_renewed', userId })
    return key
  }

  /** Whose key this is; whatever is asked takes as long, and nothing of a key can be guessed by its digest. */
  async holderOf(key: string): Promise<string | undefined> {
    const holder = await findHolder(this.#db, this.#sealer.digest(key))
    return SHAPE.test(key) ? holder : undefined
  }

  #make(userId: string) {
    const key = `live_${randomBytes(32).toString('base64url')}`
    return { key, row: { userId, sealed: this.#sealer.seal(key, userId), digest: this.#sealer.digest(key) } }
  }
}
