import { and, count, eq, sql } from 'drizzle-orm'
import type { Retention, TopStream, TopVideo } from '#shared/studio/creator-analytics.ts'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { videoViews } from '#server/features/videos/video-views/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
import type { Period } from './daily-queries.ts'

/** Returns a creator's counters. */
export async function getCounters(db: Executor, creatorId: string) {
  const [row] = await db
    .select({
      totalViews: users.totalViews,
      totalFollowers: users.followersCount,
      totalStreams: users.streamsCount,
    })
    .from(users)
    .where(eq(users.id, creatorId))
  if (!row) throw new Error('a creator has no row')
  return row
}

/** Counts a creator's videos by the filters of the video list, and the views of all. */
export async function countVideos(db: Executor, creatorId: string) {
  const { isPublished, isPublic, viewsCount } = videos
  const [row] = await db
    .select({
      totalVideos: count(),
      videoViews: sql<number>`coalesce(sum(${viewsCount}), 0)::int`,
      publishedVideos: sql<number>`count(*) filter (where ${isPublished} and ${isPublic})::int`,
      draftVideos: sql<number>`count(*) filter (where not ${isPublished})::int`,
      privateVideos: sql<number>`count(*) filter (where ${isPublished} and not ${isPublic})::int`,
    })
    .from(videos)
    .where(eq(videos.creatorId, creatorId))
  return row ?? { totalVideos: 0, videoViews: 0, publishedVideos: 0, draftVideos: 0, privateVideos: 0 }
}

/** Length of the lists of the most viewed videos and streams. */
const TOP = 10
const isoTime = (column: 'published_at' | 'started_at') =>
  sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Returns the videos of a creator that were viewed most in a period. */
export async function listTopVideos(db: Executor, creatorId: string, period: Period): Promise<TopVideo[]> {
  const { rows } = await db.execute<TopVideo>(sql`
    select c.id, c.title, viewed.views, viewed.watch_time as "watchTime", ${isoTime('published_at')} as "publishedAt"
    from videos c cross join lateral (
      select count(v.counted_at)::int as views, coalesce(sum(v.watch_time), 0)::float8 as watch_time
      from video_views v where v.video_id = c.id
        and v.created_at >= ${period.from.toISOString()} and v.created_at < ${period.to.toISOString()}
    ) as viewed
    where c.creator_id = ${creatorId} and viewed.views > 0
    order by viewed.views desc, viewed.watch_time desc, c.id desc limit ${TOP}`)
  return rows
}

/** Returns the streams of a creator that were viewed most in a period. */
export async function listTopStreams(db: Executor, creatorId: string, period: Period): Promise<TopStream[]> {
  const { rows } = await db.execute<TopStream>(sql`
    select s.id, s.title, viewed.views, s.peak_other_viewers as "maxViewers", ${isoTime('started_at')} as "startedAt"
    from streams s cross join lateral (
      select count(*)::int as views from broadcast_views b where b.stream_id = s.id
        and b.created_at >= ${period.from.toISOString()} and b.created_at < ${period.to.toISOString()}
    ) as viewed
    where s.streamer_id = ${creatorId} and viewed.views > 0
    order by viewed.views desc, s.id desc limit ${TOP}`)
  return rows
}

/** Returns how many playbacks of a video reached each percentage of its duration. */
export async function countRetention(
  db: Executor,
  videoId: string,
  duration: number,
): Promise<{ playbacks: number; points: Retention['points'] }> {
  // A percentage is reached if the last position is at or beyond it. The end counts from 99 % on, because players round.
  const reached = sql`coalesce(${videoViews.position}, ${videoViews.watchTime}) * 100 / nullif(${duration}::float8, 0) + 1`
  const [row] = await db
    .select({
      playbacks: count(),
      ...Object.fromEntries(
        PERCENTAGES.map((percent) => [
          `p${percent}`,
          sql<number>`count(*) filter (where ${reached} >= ${percent})::int`,
        ]),
      ),
    })
    .from(videoViews)
    .where(and(eq(videoViews.videoId, videoId), sql`${videoViews.watchTime} > 0`))
  const counts: Record<string, number> = { ...row }
  const playbacks = counts['playbacks'] ?? 0
  const points = PERCENTAGES.map((percent) => ({
    percent,
    share: playbacks > 0 ? (counts[`p${percent}`] ?? 0) / playbacks : 0,
  }))
  return { playbacks, points }
}

const PERCENTAGES = Array.from({ length: 21 }, (_, index) => index * 5)
