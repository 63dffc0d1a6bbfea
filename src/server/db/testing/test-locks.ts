import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/executor.ts'

/** Resolves once somebody in this database waits for what a transaction of the test holds. */
export async function waitForBlockedQuery(db: Executor): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows[0]?.count
  }
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
}
