import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { randomBytes } from 'node:crypto'
import type { Db } from '#server/db/executor.ts'
import type { EventBus } from '#server/events/event-bus.ts'
import { findUserIdByDigest, findSealedKey, insertKey, replaceKey } from './queries.ts'
import { Sealer } from './sealer.ts'
import { streamKeyRenewed } from './events.ts'

const KEY_PATTERN = /^live_[\w-]{43}$/

/** The users' stream keys: one per user, created on first access. */
export class StreamKeys {
  readonly #db: Db
  readonly #events: EventBus
  readonly #sealer: Sealer

  /** `secret` is the installation's. Keys that were sealed with another secret are replaced by new ones. */
  constructor(db: Db, events: EventBus, secret: string) {
    this.#db = db
    this.#events = events
    this.#sealer = new Sealer(secret)
  }

  /** Returns the user's key and creates it if there is none. Show it to this user only. */
  async getOrCreate(userId: string): Promise<string> {
    const sealed = await findSealedKey(this.#db, userId)
    const existing = sealed === undefined ? null : this.#sealer.open(sealed, userId)
    if (existing !== null) return existing
    const created = this.#create(userId)
    // Of two concurrent calls, the second one reads the key that the first one stored.
    return (await insertKey(this.#db, created.row, sealed)) ? created.key : this.getOrCreate(userId)
  }

  /** Replaces the user's key. Encoders that broadcast with the previous key are disconnected. */
  async renew(userId: string): Promise<string> {
    const { key, row } = this.#create(userId)
    await replaceKey(this.#db, row)
    this.#events.publish(streamKeyRenewed, { userId })
    return key
  }

  /**
   * Returns the id of the key's user. The query runs for malformed keys too, so that each lookup takes equally long;
   * the keyed digest reveals nothing about a key.
   */
  async findUserId(key: string): Promise<string | undefined> {
    const userId = await findUserIdByDigest(this.#db, this.#sealer.digest(key))
    return KEY_PATTERN.test(key) ? userId : undefined
  }

  #create(userId: string) {
    const key = `live_${randomBytes(32).toString('base64url')}`
    return { key, row: { userId, sealed: this.#sealer.seal(key, userId), digest: this.#sealer.digest(key) } }
  }
}

export const streamKeysService = defineService(
  'stream keys',
  ({ db, events, secrets }: Pick<Context, 'db' | 'events' | 'secrets'>) =>
    new StreamKeys(db, events, secrets.session),
)
