import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

type LiveAndNewest = { live: string | null; newest: string | null }

/** Returns the ids of the user's live stream and of the stream that was created last. */
export async function findLiveAndNewest(db: Executor, userId: string): Promise<LiveAndNewest> {
  const { rows } = await db.execute<LiveAndNewest>(sql`
    select
      (select id from streams where streamer_id = ${userId} and is_live) as live,
      (select id from streams where streamer_id = ${userId} and hidden_at is null order by id desc limit 1) as newest`)
  return rows[0] ?? { live: null, newest: null }
}
