import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'

type TestView = {
  viewerId?: string
  /** UTC. */
  at: string
  watchTime?: number
  position?: number
  isCounted?: boolean
}

/** Stores a playback of a video, which counts unless `isCounted` is false. */
export async function storeView(
  db: Executor,
  videoId: string,
  { viewerId, at, watchTime = 20, position, isCounted = true }: TestView,
): Promise<void> {
  await db.execute(sql`
    insert into video_views (id, video_id, viewer_id, visitor_id, session_id, watch_time, position, counted_at,
      reported_at, created_at)
    values (gen_random_uuid(), ${videoId}, ${viewerId ?? null}, ${viewerId ? null : `visitor:${randomUUID()}`},
      ${randomUUID()}, ${watchTime}, ${position ?? null}, ${isCounted ? at : null}, ${at}, ${at})`)
}

/** Stores a viewer of a broadcast. */
export async function storeBroadcastView(
  db: Executor,
  { streamId, viewer, at }: { streamId: string; viewer: string; at: string },
): Promise<void> {
  await db.execute(sql`
    insert into broadcast_views (stream_id, started_at, viewer, created_at) values (${streamId}, ${at}, ${viewer}, ${at})`)
}

/** Moves the time of a creator's followers, starts, likes and comments. */
export async function moveActivity(db: Executor, creatorId: string, at: string): Promise<void> {
  await db.execute(sql`update follows set created_at = ${at} where following_id = ${creatorId}`)
  await db.execute(
    sql`update analytics_events set created_at = ${at} where event_type = 'stream_started' and user_id = ${creatorId}`,
  )
  await db.execute(sql`
    update likes set created_at = ${at} where subject_id in (select id from posts where author_id = ${creatorId})`)
  await db.execute(sql`
    update comments set created_at = ${at} where post_id in (select id from posts where author_id = ${creatorId})`)
}

/** Stores members with a language and a country of origin. Returns their ids. */
export async function storeMembers(
  db: Executor,
  count: number,
  { languages, country }: { languages: readonly string[]; country: string | null },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into users (id, email, handle, languages, country_of_origin)
    select id, id || '@example.org', id::text, ${sql.param([...languages])}::text[], ${country}
    from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) as ids
    returning id`)
  return rows.map(({ id }) => id)
}

/** Stores many counted playbacks of a video by different visitors, a minute apart, ending now. */
export async function storeManyViews(db: Executor, videoId: string, count: number): Promise<void> {
  await db.execute(sql`
    insert into video_views (id, video_id, visitor_id, session_id, watch_time, position, counted_at, reported_at, created_at)
    select gen_random_uuid(), ${videoId}, 'visitor:' || n, 'session-' || n, 30, 30, at, at, at
    from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${count}::int) as n) as rows`)
}
