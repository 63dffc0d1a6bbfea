import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { rateLimited } from '#server/http/errors.ts'
import type { Executor } from './executor.ts'
import { ACQUIRE_TIMEOUT } from './pool.ts'

/** Statements of one requester that run at the same time. */
const PER_REQUESTER = 2
/** Waiting statements from which on further calls of the requester are refused; a page sends about twenty. */
const MAX_WAITING = 50
const RETRY_SECONDS = 2

/**
 * For statements whose cost depends on user input, or on how much a user has: a statement timeout and a small pool of its
 * own, so that they cannot use up the connections of all other statements. Two statements of a requester run at the same
 * time; the others wait without a connection, and requesters take turns.
 */
export class TimeLimitedDb {
  readonly #pool: pg.Pool
  readonly #enqueue

  /** `pool` has a statement timeout; it is closed by its owner. */
  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#enqueue = createFairQueue(pool.options.max, PER_REQUESTER)
  }

  /**
   * Returns the database for one call of a requester: see `requesterOf`. Throws 429 when too many statements of the
   * requester wait.
   */
  for(requester: string): Executor {
    if (this.#enqueue.countWaiting(requester) >= MAX_WAITING) throw rateLimited(RETRY_SECONDS)
    // Boundary: an object with the pool as its prototype is a pool. drizzle awaits the promise of `query`.
    const queuedPool = Object.create(this.#pool) as pg.Pool
    Object.defineProperty(queuedPool, 'query', {
      value: (...call: Parameters<pg.Pool['query']>) => {
        const enqueuedAt = performance.now()
        return this.#enqueue(requester, async () => {
          this.#requireTimely(enqueuedAt)
          return this.#pool.query(...call)
        })
      },
    })
    return drizzle(queuedPool)
  }

  /** A statement waits for its turn no longer than for a connection: what is behind one that hangs is given up with it. */
  #requireTimely(enqueuedAt: number): void {
    const { connectionTimeoutMillis = 0 } = this.#pool.options
    if (connectionTimeoutMillis > 0 && performance.now() - enqueuedAt > connectionTimeoutMillis)
      throw new Error(ACQUIRE_TIMEOUT)
  }
}
