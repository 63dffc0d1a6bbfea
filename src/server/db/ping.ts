import type pg from 'pg'
import { timeLimit } from '#server/concurrency/time-limit.ts'

/**
 * Returns a function that rejects if the database does not respond within `limitMs`. Its callers share one statement, so
 * that they do not use up the pool while it waits.
 */
export function createPing(pool: pg.Pool, limitMs: number): () => Promise<void> {
  let pending: Promise<unknown> | null = null
  return async () => {
    pending ??= pool.query('select 1').finally(() => (pending = null))
    await withinLimit(pending, limitMs)
  }
}

async function withinLimit(work: Promise<unknown>, limitMs: number): Promise<void> {
  const { signal, end } = timeLimit(limitMs, new AbortController().signal)
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new PingTimeout()), { once: true })
  })
  await Promise.race([work, aborted]).finally(end)
}

/** The database did not respond to a ping in time. */
class PingTimeout extends Error {
  override name = 'PingTimeout'
  readonly code = 'ETIMEDOUT'
}
