import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/executor.ts'

/** Resolves once exactly one query, or `count`, in this database waits for a lock. */
export async function waitForBlockedQuery(db: Executor, count = 1): Promise<void> {
  const countBlocked = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.count
  }
  await vi.waitFor(async () => expect(await countBlocked()).toBe(count))
}
