import { type SQL, and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { limit } from '#shared/settings/limits.ts'
import { VIEW_INTERVAL_MS } from '#shared/videos/video-views.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { visibleTo } from '#server/features/videos/videos/queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'
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
      isVisibleToAll: sql<boolean>`${isPublished} and ${isPublic} and ${state} = 'ready'`,
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
  /** Seconds, as claimed by the page. */
  watchTime: number
  position: number | undefined
  ipAddress: string
  userAgent: string | null
  /** Seconds of watching from which the playback counts. */
  threshold: number
  /** Whether the viewer may start another playback today, of any video. */
  mayStartPlayback: boolean
}

/** The result of a report. */
export type StoredReport = { counted: boolean; viewsCount: number | null; isNewPlayback: boolean }

/**
 * Limit of the visitors per IP address, video and interval whose playbacks are credited and counted: clients can discard their
 * cookie and get a new one without limit.
 */
const MAX_VISITORS_PER_ADDRESS = 20
/** Limit of the stored playbacks of the visitors of an address. It bounds the rows that a report reads. */
const MAX_PLAYBACKS_PER_ADDRESS = 500

/**
 * Stores a report. Credits at most the time since the viewer's latest report of this video, and counts the playback when
 * it has reached the threshold and the viewer was not counted before within the interval. A playback beyond
 * `limits.playbacks` continues the viewer's latest one. Visitors beyond those of an address are neither credited nor
 * counted. Returns undefined if the video was deleted meanwhile, or for a playback that is not stored because the viewer or
 * the address has too many.
 */
export function storeReport(db: Db, report: Report): Promise<StoredReport | undefined> {
  const { videoId, viewerId, visitorId, ipAddress } = report
  // Serializes the reports of a viewer, and of all visitors of an address, because these are counted together.
  const locks = viewerId === null ? [ipAddress, visitorId] : [viewerId]
  return db.transaction(async (tx) => {
    // Locks the video first, as its deletion does.
    await tx.execute(sql`
      with video as materialized (select id from videos where id = ${videoId} for key share)
      select pg_advisory_xact_lock(hashtextextended(${videoId} || ' ' || key, 0))
      from (select count(*) from video) as locked, unnest(${sql.param(locks)}::text[]) as key`)
    const { rows } = await tx.execute<StoredReport>(writeReport(report))
    return rows[0]
  })
}

/**
 * One statement, so that a report costs two round trips; it must run after the locks were taken. `mine` are the viewer's
 * playbacks of two days: a playback is credited and counted for a day only, so the cost does not grow with their number.
 */
function writeReport(report: Report) {
  const { videoId, viewerId, visitorId, sessionId, watchTime, position, ipAddress, userAgent } = report
  const isViewer = viewerId === null ? sql`visitor_id = ${visitorId}` : sql`viewer_id = ${viewerId}`
  const interval = sql`${VIEW_INTERVAL_MS}::bigint * interval '1 millisecond'`
  return sql`
    with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as now),
    mine as materialized (
      select newest.* from clock cross join lateral (${newestOfViewer(report, sql`clock.now - 2 * ${interval}`)}) as newest
      union select ${COLUMNS} from video_views
      where video_id = ${videoId} and ${isViewer} and session_id = ${sessionId}
    ),
    neighbours as materialized (
      select newest.* from clock cross join lateral (${newestOfAddress(report, sql`clock.now - ${interval}`)}) as newest
    ),
    address as materialized (
      select count(*) < ${MAX_PLAYBACKS_PER_ADDRESS}::int as has_room, ${MAX_VISITORS_PER_ADDRESS}::int > count(distinct visitor_id)
          filter (where watch_time > 0 and visitor_id <> ${visitorId ?? ''}::text) as is_credited
      from neighbours
    ),
    latest as (select max(reported_at) as reported_at, max(counted_at) as counted_at from mine),
    room as materialized (
      select ${report.mayStartPlayback}::boolean and count(*) < ${limit('playbacks')}::int as is_left
      from mine, clock where created_at > clock.now - ${interval}
    ),
    -- The playback of the report, or the one that it continues.
    target as (
      select mine.*, session_id <> ${sessionId} as is_other from mine, clock, room
      where session_id = ${sessionId} or not room.is_left and created_at > clock.now - ${interval}
      order by session_id = ${sessionId} desc, created_at desc limit 1
    ),
    playback as (
      select target.id, target.counted_at, coalesce(target.watch_time, 0) as watch_time,
        -- The seconds of the report are those of its own playback.
        case when target.is_other then target.watch_time else 0 end + ${watchTime}::float8 as claimed,
        -- A playback is credited and counted for a day, so that the figures of earlier days are final.
        coalesce(target.created_at > clock.now - ${interval}, true) and address.is_credited as is_credited,
        coalesce(greatest(0, extract(epoch from clock.now - latest.reported_at)), 0) as since_report
      from clock cross join latest cross join address left join target on true
    ),
    credited as (
      select id, counted_at, is_credited,
        least(greatest(claimed, watch_time), watch_time + case when is_credited and id is not null then since_report else 0 end)
          as watch_time
      from playback
    ),
    decided as materialized (
      select credited.*, clock.now, credited.counted_at is null and credited.watch_time >= ${report.threshold}::float8
        and coalesce(latest.counted_at <= clock.now - ${interval}, true) and credited.is_credited as counts
      from credited, latest, clock, address, room
      where credited.id is not null or address.has_room and room.is_left
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
    select (counts or counted_at is not null) as counted, (select views_count from raised) as "viewsCount",
      id is null as "isNewPlayback" from decided`
}

/** The columns of a playback that `writeReport` needs. */
const COLUMNS = sql`id, session_id, visitor_id, watch_time, counted_at, reported_at, created_at`

/** The viewer's playbacks since a time, at most those that may be stored. */
function newestOfViewer({ videoId, viewerId, visitorId }: Report, since: SQL): SQL {
  const max = 2 * limit('playbacks')
  return viewerId === null
    ? newestOf(['visitor_id', 'video_id'], sql`${visitorId}, ${videoId}::uuid`, { since, max })
    : newestOf(['viewer_id', 'video_id'], sql`${viewerId}::uuid, ${videoId}::uuid`, { since, max })
}

/** The playbacks of all visitors of an address since a time; none for a user. */
function newestOfAddress({ videoId, viewerId, ipAddress }: Report, since: SQL): SQL {
  if (viewerId !== null) return sql`select ${COLUMNS} from video_views where false`
  const max = MAX_PLAYBACKS_PER_ADDRESS
  return newestOf(['video_id', 'ip_address'], sql`${videoId}::uuid, ${ipAddress}`, { since, max })
}

/**
 * The newest playbacks by an index on two columns and `created_at`. They are compared and sorted as rows, so that PostgreSQL
 * can use only that index. With separate equalities, it reads the playbacks of all viewers by time if it expects that many of
 * them are this viewer's.
 */
function newestOf(columns: [string, string], values: SQL, { since, max }: { since: SQL; max: number }): SQL {
  const [first, second] = [sql.identifier(columns[0]), sql.identifier(columns[1])]
  // The condition of the indexes.
  const isOfKind = columns[0] === 'viewer_id' ? sql`viewer_id is not null` : sql`visitor_id is not null`
  return sql`
    select ${COLUMNS} from video_views
    where ${isOfKind} and (${first}, ${second}, created_at) > (${values}, ${since}) and (${first}, ${second}) <= (${values})
    order by ${first} desc, ${second} desc, created_at desc limit ${max}::int`
}

/** Removes the viewer and the addresses from a user's playbacks; their views still count. */
export async function forgetViewer(tx: Executor, viewerId: string): Promise<void> {
  await tx
    .update(videoViews)
    .set({ viewerId: null, ipAddress: null, userAgent: null })
    .where(eq(videoViews.viewerId, viewerId))
}
