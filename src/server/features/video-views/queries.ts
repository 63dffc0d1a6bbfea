import { and, eq, isNotNull, inArray, like, lt, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { VIEW_INTERVAL_MS } from '#shared/video-views.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { users } from '#server/features/users/schema.ts'
import { visibleTo } from '#server/features/videos/queries.ts'
import { videos } from '#server/features/videos/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { videoViews } from './schema.ts'

const { id, creatorId, duration, viewsCount, isPublished, isPublic, state } = videos

/** Returns a video that the requester may see, with the columns that a report needs. */
export async function findWatchedVideo(db: Executor, videoId: string, requester: Caller | null) {
  const [row] = await db
    .select({
      id,
      creatorId,
      duration,
      viewsCount,
      isOpen: sql<boolean>`${isPublished} and ${isPublic} and ${state} = 'ready'`,
    })
    .from(videos)
    .innerJoin(users, eq(users.id, creatorId))
    .where(and(eq(id, videoId), visibleTo(requester)))
  return row
}

export type Report = {
  videoId: string
  /** One of the two is null. */
  viewerId: string | null
  visitorId: string | null
  sessionId: string
  /** Seconds, as the page claims. */
  watchTime: number
  position: number | undefined
  ipAddress: string
  userAgent: string | null
  /** Seconds of watching from which the playback counts. */
  threshold: number
}

/**
 * Visitors per IP address, video and interval who are credited with watching and counted: clients can discard and recreate
 * their cookie without limit.
 */
const MAX_VISITORS_PER_ADDRESS = 20
/** Stored playbacks of the visitors of an address, which bounds what a report reads; there are not so many people there. */
const MAX_PLAYBACKS_PER_ADDRESS = 500

/**
 * Stores a report. Credits at most the time since the viewer's latest report of this video, and counts the playback when
 * it has reached the threshold and the viewer was not counted before within the interval. Visitors beyond those of an
 * address are neither credited nor counted. Returns undefined if the video was deleted meanwhile, or for a playback that is
 * not stored because the address has too many.
 */
export function storeReport(
  db: Db,
  report: Report,
): Promise<{ counted: boolean; viewsCount: number | null } | undefined> {
  const { videoId, viewerId, visitorId, ipAddress } = report
  // The reports of a viewer are serialized, and those of the visitors of an address, which are counted together.
  const locks = viewerId === null ? [ipAddress, visitorId] : [viewerId]
  return db.transaction(async (tx) => {
    // The video first, as its deletion does.
    await tx.execute(sql`
      with video as materialized (select id from videos where id = ${videoId} for key share)
      select pg_advisory_xact_lock(hashtextextended(${videoId} || ' ' || key, 0))
      from (select count(*) from video) as locked, unnest(${sql.param(locks)}::text[]) as key`)
    const { rows } = await tx.execute<{ counted: boolean; viewsCount: number | null }>(writeReport(report))
    return rows[0]
  })
}

/** One statement, so that a report costs two round trips; it must run after the locks were taken. */
function writeReport(report: Report) {
  const { videoId, viewerId, visitorId, sessionId, watchTime, position, ipAddress, userAgent } = report
  const isViewer = viewerId === null ? sql`visitor_id = ${visitorId}` : sql`viewer_id = ${viewerId}`
  const interval = sql`${VIEW_INTERVAL_MS}::bigint * interval '1 millisecond'`
  const neighbours =
    viewerId === null
      ? sql`select visitor_id, watch_time from clock, video_views
          where video_id = ${videoId} and ip_address = ${ipAddress} and visitor_id is not null
            and created_at > clock.now - ${interval} limit ${MAX_PLAYBACKS_PER_ADDRESS}`
      : sql`select null::text as visitor_id, 0::float8 as watch_time where false`
  return sql`
    with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now),
    mine as materialized (
      select id, session_id, watch_time, counted_at, reported_at, created_at
      from video_views where video_id = ${videoId} and ${isViewer}
    ),
    neighbours as materialized (${neighbours}),
    address as materialized (
      select count(*) < ${MAX_PLAYBACKS_PER_ADDRESS}::int as has_room, ${MAX_VISITORS_PER_ADDRESS}::int > count(distinct visitor_id)
          filter (where watch_time > 0 and visitor_id <> ${visitorId ?? ''}::text) as is_credited
      from neighbours
    ),
    latest as (select max(reported_at) as reported_at, max(counted_at) as counted_at from mine),
    playback as (
      select mine.id, mine.counted_at, coalesce(mine.watch_time, 0) as watch_time,
        -- A playback is credited for a day, so that the figures of earlier days are final.
        case when mine.id is null or mine.created_at <= clock.now - ${interval} or not address.is_credited then 0
          else coalesce(greatest(0, extract(epoch from clock.now - latest.reported_at)), 0) end as passed
      from clock cross join latest cross join address left join mine on mine.session_id = ${sessionId}
    ),
    credited as (
      select id, counted_at,
        least(greatest(${watchTime}::float8, watch_time), watch_time + passed) as watch_time from playback
    ),
    decided as materialized (
      select credited.*, clock.now, credited.counted_at is null and credited.watch_time >= ${report.threshold}::float8
        and coalesce(latest.counted_at <= clock.now - ${interval}, true) and address.is_credited as counts
      from credited, latest, clock, address
      where credited.id is not null or address.has_room
    ),
    updated as (
      update video_views set watch_time = decided.watch_time, reported_at = decided.now,
        position = coalesce(${position ?? null}::float8, position), ip_address = ${ipAddress}, user_agent = ${userAgent},
        counted_at = case when decided.counts then decided.now else video_views.counted_at end
      from decided where video_views.id = decided.id
    ),
    inserted as (
      insert into video_views (id, video_id, viewer_id, visitor_id, session_id, watch_time, position, ip_address,
        user_agent, counted_at, reported_at, created_at)
      select ${v7()}, ${videoId}, ${viewerId}, ${visitorId}, ${sessionId}, watch_time, ${position ?? null}::float8,
        ${ipAddress}, ${userAgent}, case when counts then now end, now, now
      from decided where id is null
    ),
    raised as (
      update videos set views_count = views_count + 1 from decided where videos.id = ${videoId} and decided.counts
      returning creator_id, views_count
    ),
    creator as (update users set total_views = total_views + 1 from raised where users.id = raised.creator_id)
    select (counts or counted_at is not null) as counted, (select views_count from raised) as "viewsCount" from decided`
}

/** Rows per statement of a cleanup. */
const BATCH_SIZE = 5000

/** Removes the addresses and browsers of the next playbacks before this time. Returns whether there may be more. */
export async function removeViewAddressesBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: videoViews.id })
    .from(videoViews)
    .where(
      and(
        lt(videoViews.createdAt, before),
        or(isNotNull(videoViews.ipAddress), isNotNull(videoViews.userAgent)),
      ),
    )
    .limit(BATCH_SIZE)
  const { rowCount } = await db
    .update(videoViews)
    .set({
      ipAddress: null,
      userAgent: null,
      // The key of a client without a cookie contains its address.
      visitorId: sql`case when ${like(videoViews.visitorId, 'address:%')} then null else ${videoViews.visitorId} end`,
    })
    .where(inArray(videoViews.id, next))
  return rowCount === BATCH_SIZE
}

/** Deletes the next playbacks before this time; the figures of their days stay. Returns whether there may be more. */
export async function deleteViewsBefore(db: Executor, before: Date): Promise<boolean> {
  const next = db
    .select({ id: videoViews.id })
    .from(videoViews)
    .where(lt(videoViews.createdAt, before))
    .limit(BATCH_SIZE)
  const { rowCount } = await db.delete(videoViews).where(inArray(videoViews.id, next))
  return rowCount === BATCH_SIZE
}
