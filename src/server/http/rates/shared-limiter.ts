import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** The database in which all nodes count together, and the log for its failures. */
export type SharedCounts = { pool: Pool; log: Pick<Logger, 'info' | 'warn'> }

/** What both kinds of limiters do. `consume` rejects with `RateLimiterRes` when the limit is reached. */
export type Limiter = {
  /** A changed limit applies to the next call; counts stay. */
  setLimit(limit: { points: number; duration: number }): void
  consume(key: string): Promise<unknown>
  get(key: string): Promise<RateLimiterRes | null>
  reward(key: string): Promise<unknown>
}

/** How long a refused key is refused again without a statement. Another node may have refunded it meanwhile. */
const REFUSAL_MS = 5000
/** Keys of one rate. */
const MAX_REFUSALS = 10_000

/** Counts one rate in the database, for all nodes together; in memory while the database is unavailable. */
export class SharedLimiter implements Limiter {
  readonly #database: RateLimiterPostgres
  readonly #memory: RateLimiterMemory
  readonly #outage: Outage
  /** By refused key: the end of its window, in milliseconds since 1970. */
  readonly #refusals = new LRUCache<string, number>({ max: MAX_REFUSALS, ttl: REFUSAL_MS })

  constructor(name: string, limit: { points: number; duration: number }, pool: Pool, outage: Outage) {
    this.#outage = outage
    this.#memory = new RateLimiterMemory(limit)
    this.#database = new RateLimiterPostgres({
      ...limit,
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The job `sessions.cleanup` does.
      clearExpiredByTimeout: false,
      keyPrefix: name,
    })
  }

  setLimit(limit: { points: number; duration: number }): void {
    // A raised limit admits refused keys at once.
    if (limit.points !== this.#database.points) this.#refusals.clear()
    for (const each of [this.#database, this.#memory]) Object.assign(each, limit)
  }

  async consume(key: string): Promise<unknown> {
    const refusal = this.#findRefusal(key)
    if (refusal) throw refusal
    try {
      return await this.#run((limiter) => limiter.consume(key))
    } catch (error) {
      if (error instanceof RateLimiterRes) this.#refusals.set(key, Date.now() + error.msBeforeNext)
      throw error
    }
  }

  async get(key: string): Promise<RateLimiterRes | null> {
    return this.#findRefusal(key) ?? this.#run((limiter) => limiter.get(key))
  }

  async reward(key: string): Promise<unknown> {
    this.#refusals.delete(key)
    return this.#run((limiter) => limiter.reward(key))
  }

  #findRefusal(key: string): RateLimiterRes | null {
    const leftMs = (this.#refusals.get(key) ?? 0) - Date.now()
    return leftMs > 0 ? new RateLimiterRes(0, leftMs) : null
  }

  async #run<T>(count: (limiter: RateLimiterPostgres | RateLimiterMemory) => Promise<T>): Promise<T> {
    try {
      const result = await count(this.#database)
      this.#outage.end()
      return result
    } catch (error) {
      if (error instanceof RateLimiterRes) {
        this.#outage.end()
        throw error
      }
      this.#outage.begin(error)
      return count(this.#memory)
    }
  }
}

/** Logs the first failure of the database, and the end of its failures, instead of each. */
export class Outage {
  readonly #log: SharedCounts['log']
  #isRunning = false

  constructor(log: SharedCounts['log']) {
    this.#log = log
  }

  begin(error: unknown): void {
    if (!this.#isRunning)
      this.#log.warn({ err: error }, 'rate limits are counted by this process alone: the database failed')
    this.#isRunning = true
  }

  end(): void {
    if (this.#isRunning) this.#log.info('rate limits are counted by all processes again')
    this.#isRunning = false
  }
}
