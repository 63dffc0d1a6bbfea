import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/executor.ts'

/** Resolves once exactly one query, or `count`, in this database waits for a lock. */
export async function waitForBlockedQuery(db: Executor, count = 1): Promise<void> {
  await vi.waitFor(async () => expect(await countBlockedQueries(db)).toBe(count))
}

/** Returns how many queries in this database wait for a lock. Not in a transaction, which sees the same number each time. */
export async function countBlockedQueries(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.count ?? 0
}
