import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** Whether one of two users has blocked the other. */
export async function hasBlockBetween(db: Executor, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute<{ hasBlock: boolean }>(sql`
    select exists (
      select from hidden_users where user_id = ${one} and other_id = ${other}
        and (blocked_at is not null or blocked_by_at is not null)
    ) as "hasBlock"`)
  return rows[0]?.hasBlock === true
}
