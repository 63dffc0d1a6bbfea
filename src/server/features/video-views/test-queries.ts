import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

/** Lets time pass for the playbacks of a video. */
export async function passTime(db: Executor, videoId: string, seconds: number): Promise<void> {
  const past = sql`${seconds}::float8 * interval '1 second'`
  await db.execute(sql`
    update video_views set reported_at = reported_at - ${past}, created_at = created_at - ${past},
      counted_at = counted_at - ${past}
    where video_id = ${videoId}`)
}

/** Returns the credited seconds of all playbacks of a video. */
export async function sumWatchTime(db: Executor, videoId: string): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(
    sql`select coalesce(sum(watch_time), 0)::float8 as seconds from video_views where video_id = ${videoId}`,
  )
  return rows[0]?.seconds ?? 0
}
