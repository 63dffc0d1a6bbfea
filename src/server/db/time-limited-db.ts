import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { rateLimited } from '#server/http/errors.ts'
import type { Db } from './executor.ts'
import { openDrizzle } from './open-drizzle.ts'
import { ACQUIRE_TIMEOUT } from './pool.ts'

type Turns = {
  /** Statements and transactions that run at the same time. */
  atOnce?: number
  /** Those of one requester. */
  perRequester: number
  /** The maximum number of waiting statements of a requester; further calls are refused. */
  maxWaiting: number
}

/** A page sends about twenty calls. */
const DEFAULT_TURNS: Turns = { perRequester: 2, maxWaiting: 50 }
const RETRY_SECONDS = 2

/**
 * For statements whose cost depends on user input, or on how much a user has: their pool has a statement timeout, and they
 * cannot use up the connections of all other statements. A few of a requester run at the same time; the others wait without
 * a connection, and requesters take turns. A transaction is one turn.
 */
export class TimeLimitedDb {
  readonly #pool: pg.Pool
  readonly #maxWaiting: number
  readonly #enqueue

  /** `pool` has a statement timeout; it is closed by its owner. */
  constructor(pool: pg.Pool, { atOnce = pool.options.max, perRequester, maxWaiting } = DEFAULT_TURNS) {
    this.#pool = pool
    this.#maxWaiting = maxWaiting
    this.#enqueue = createFairQueue(atOnce, perRequester)
  }

  /**
   * Returns the database for one call of a requester: see `requesterOf`. Throws 429 when too many statements of the
   * requester wait; a transaction then rejects with it.
   */
  for(requester: string): Db {
    this.#requireRoom(requester)
    // Boundary: an object with the pool as its prototype is a pool. drizzle awaits the promise of `query`.
    const queuedPool = Object.create(this.#pool) as pg.Pool
    Object.defineProperty(queuedPool, 'query', {
      value: (...call: Parameters<pg.Pool['query']>) =>
        this.#inTurn(requester, async () => this.#pool.query(...call)),
    })
    const db = drizzle(queuedPool)
    const whole = openDrizzle(this.#pool)
    db.transaction = async (work, config) => {
      // The call may have waited for something else since it got this database.
      this.#requireRoom(requester)
      return this.#inTurn(requester, () => whole.transaction(work, config))
    }
    return db
  }

  #requireRoom(requester: string): void {
    if (this.#enqueue.countWaiting(requester) >= this.#maxWaiting) throw rateLimited(RETRY_SECONDS)
  }

  #inTurn<T>(requester: string, run: () => Promise<T>): Promise<T> {
    const enqueuedAt = performance.now()
    return this.#enqueue(requester, () => {
      this.#requireTimely(enqueuedAt)
      return run()
    })
  }

  /** A statement waits for its turn at most as long as for a connection, so those behind a hanging one fail with it. */
  #requireTimely(enqueuedAt: number): void {
    const { connectionTimeoutMillis = 0 } = this.#pool.options
    if (connectionTimeoutMillis > 0 && performance.now() - enqueuedAt > connectionTimeoutMillis)
      throw new Error(ACQUIRE_TIMEOUT)
  }
}
