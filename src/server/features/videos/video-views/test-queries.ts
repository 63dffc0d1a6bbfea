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

/** Stores many playbacks of one viewer, a second apart, ending now. */
export async function storePlaybacks(
  db: Executor,
  videoId: string,
  { viewerId, visitorId }: { viewerId?: string; visitorId?: string },
  count: number,
): Promise<void> {
  await db.execute(sql`
    insert into video_views (id, video_id, viewer_id, visitor_id, session_id, reported_at, created_at)
    select gen_random_uuid(), ${videoId}, ${viewerId ?? null}, ${visitorId ?? null}, 'session-' || n, at, at
    from (select n, now() - n * interval '1 second' as at from generate_series(1, ${count}::int) as n) as rows`)
}

/** Returns how many playbacks of a video are stored. */
export async function countPlaybacks(db: Executor, videoId: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from video_views where video_id = ${videoId}`,
  )
  return rows[0]?.count ?? 0
}
