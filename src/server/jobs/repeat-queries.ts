import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const RETRY_MS = 1000

/**
 * Makes `query` of a pool repeat a query that fails, until it succeeds or `signal` aborts; then it resolves without rows.
 * The library's schedule is the only user of it, and an error in it would end the process.
 */
export function repeatQueries(pool: pg.Pool, signal: AbortSignal, onError: (error: unknown) => void): void {
  const query = pool.query.bind(pool)
  const repeat = async (text: string, values?: unknown[]) => {
    for (;;) {
      try {
        return await query(text, values)
      } catch (error) {
        if (signal.aborted) return { rows: [], rowCount: 0 }
        onError(error)
        await pause(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }
  // Boundary: the library calls `query` with a text and values only.
  pool.query = repeat as typeof pool.query
}
