import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

type Current = { live: string | null; newest: string | null }

/** The member's live stream, and the one that it made last. */
export async function findCurrent(db: Executor, memberId: string): Promise<Current> {
  const { rows } = await db.execute<Current>(sql`
    select
      (select id from streams where streamer_id = ${memberId} and is_live) as live,
      (select id from streams where streamer_id = ${memberId} order by id desc limit 1) as newest`)
  return rows[0] ?? { live: null, newest: null }
}
