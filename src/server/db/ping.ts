import type pg from 'pg'
import { withinLimit } from '#server/concurrency/time-limit.ts'
import { recordConnectionError } from './connection-errors.ts'

/**
 * Returns a function that rejects if the database does not respond within `limitMs`. `pool` is the ping's own, of one
 * connection: a database whose other connections are all in use is busy, not dead. Its callers share one statement.
 */
export function createPing(pool: pg.Pool, limitMs: number): () => Promise<void> {
  let pending: Promise<unknown> | null = null
  return async () => {
    pending ??= pool.query('select 1').finally(() => (pending = null))
    await withinLimit(pending, limitMs).catch((error: unknown) => {
      recordConnectionError(error)
      throw error
    })
  }
}
