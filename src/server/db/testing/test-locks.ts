import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { Executor } from '#server/db/executor.ts'

/**
 * Resolves once exactly one query, or `count`, in this database waits for a lock. `about`: only queries with this text, for a
 * lock that work after earlier requests meets as well.
 */
export async function waitForBlockedQuery(db: Executor, count = 1, about = ''): Promise<void> {
  await vi.waitFor(async () => {
    const blocked = (await listBlockedQueries(db)).filter((query) => query.includes(about))
    expect(blocked.length, blocked.join('\n')).toBe(count)
  })
}

/** Returns how many queries in this database wait for a lock. */
export async function countBlockedQueries(db: Executor): Promise<number> {
  return (await listBlockedQueries(db)).length
}

/**
 * Excludes the write of users' active days, and NOTIFY, whose transactions wait for each other briefly: both happen some
 * time after their requests.
 */
async function listBlockedQueries(db: Executor): Promise<string[]> {
  // Otherwise a transaction sees the same queries each time.
  await db.execute(sql`select pg_stat_clear_snapshot()`)
  const { rows } = await db.execute<{ query: string }>(sql`
    select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' 
      and query not like '%insert into active_days%' and query not like 'select pg_notify(%'`)
  return rows.map(({ query }) => query)
}
