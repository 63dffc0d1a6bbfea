import { type SQL, and, eq, gte, lt, sql } from 'drizzle-orm'
import type { AnalyticsDay } from '#shared/studio/creator-analytics.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import { utcDate } from '#server/utc-days.ts'
import { creatorAnalytics } from './schema.ts'

/** A period of whole UTC days, without the day that begins at `to`. */
export type Period = { from: Date; to: Date }

export type DailyFigures = AnalyticsDay & { videosPublished: number }

/** The key of a viewer: the account, the key of a visitor, or the id of the playback if its viewer is unknown. */
const VIDEO_VIEWER = sql`coalesce(v.viewer_id::text, v.visitor_id, v.id::text)`

/** The creator of the post, video or stream of a like `l`. */
const LIKED_CREATOR = sql`coalesce(p.author_id, c.creator_id, s.streamer_id)`

/** The revenue of a tip, in real money or in a sandbox. */
const tipCents = (isSandbox: boolean) =>
  sql`case when t.is_sandbox = ${isSandbox} then t.amount_cents - t.refunded_cents else 0 end`

/** The raw rows of views, watch time, followers, published videos and tips after refunds, as facts with a creator and a time. */
function audienceFacts({ from, to }: Period, creatorId?: string): SQL[] {
  const during = (time: SQL) => sql`${time} >= ${from.toISOString()} and ${time} < ${to.toISOString()}`
  const of = (creator: SQL) => (creatorId === undefined ? sql`` : sql`and ${creator} = ${creatorId}`)
  return [
    sql`select c.creator_id, v.created_at as at, (v.counted_at is not null)::int as views,
        case when v.counted_at is not null then ${VIDEO_VIEWER} end as viewer, v.watch_time,
        0 as followers, 0 as videos, 0 as streams, 0 as engagement, 0 as revenue, 0 as sandbox_revenue
      from video_views v join videos c on c.id = v.video_id
      where ${during(sql`v.created_at`)} ${of(sql`c.creator_id`)}`,
    sql`select s.streamer_id, b.created_at, 1, b.viewer, 0, 0, 0, 0, 0, 0, 0
      from broadcast_views b join streams s on s.id = b.stream_id
      where ${during(sql`b.created_at`)} ${of(sql`s.streamer_id`)}`,
    // Ids sort by time, so that the index on them finds the rows.
    sql`select f.following_id, f.created_at, 0, null, 0, 1, 0, 0, 0, 0, 0 from follows f
      where ${during(sql`f.created_at`)} and f.id >= ${lastIdBefore(from.getTime())} ${of(sql`f.following_id`)}`,
    sql`select c.creator_id, c.published_at, 0, null, 0, 0, 1, 0, 0, 0, 0 from videos c
      where ${during(sql`c.published_at`)} ${of(sql`c.creator_id`)}`,
    sql`select t.streamer_id, t.created_at, 0, null, 0, 0, 0, 0, 0,
        ${tipCents(false)}, ${tipCents(true)} from tips t
      where t.streamer_id is not null and ${during(sql`t.created_at`)} and t.id >= ${lastIdBefore(from.getTime())}
        ${of(sql`t.streamer_id`)}`,
  ]
}

/** The raw rows of started streams, and of likes and comments by others, as facts. */
function activityFacts({ from, to }: Period): SQL[] {
  const during = (time: SQL, id: SQL) =>
    sql`${time} >= ${from.toISOString()} and ${time} < ${to.toISOString()} and ${id} >= ${lastIdBefore(from.getTime())}`
  const engagement = (creator: SQL, rows: SQL, time: SQL) =>
    sql`select ${creator}, ${time}, 0, null, 0, 0, 0, 0, 1, 0, 0 from ${rows}`
  return [
    sql`select e.user_id, e.created_at, 0, null, 0, 0, 0, 1, 0, 0, 0
      from analytics_events e join users u on u.id = e.user_id
      where e.event_type = 'stream_started' and ${during(sql`e.created_at`, sql`e.id`)}`,
    engagement(
      LIKED_CREATOR,
      sql`likes l
          left join posts p on p.id = l.subject_id and l.subject_kind = 'post'
          left join videos c on c.id = l.subject_id and l.subject_kind = 'video'
          left join streams s on s.id = l.subject_id and l.subject_kind = 'stream'
        where l.user_id <> ${LIKED_CREATOR}
          and l.created_at >= ${from.toISOString()} and l.created_at < ${to.toISOString()}`,
      sql`l.created_at`,
    ),
    engagement(
      sql`coalesce(p.author_id, c.creator_id)`,
      sql`comments o left join posts p on p.id = o.post_id left join videos c on c.id = o.video_id
        where o.user_id <> coalesce(p.author_id, c.creator_id) and ${during(sql`o.created_at`, sql`o.id`)}`,
      sql`o.created_at`,
    ),
  ]
}

/** Groups facts by creator and UTC day. */
const groupFacts = (facts: readonly SQL[]) => sql`
  select creator_id, (at at time zone 'UTC')::date as date, sum(views)::int as total_views,
    count(distinct viewer)::int as unique_viewers, sum(watch_time)::float8 as total_watch_time,
    sum(followers)::int as new_followers, sum(videos)::int as videos_published, sum(streams)::int as streams_count,
    sum(engagement)::int as total_engagement, sum(revenue)::float8 as revenue_cents,
    sum(sandbox_revenue)::float8 as sandbox_revenue_cents
  from (${sql.join([...facts], sql` union all `)}) as facts
  group by 1, 2`

/** Replaces the stored figures of all creators in a period by figures that are computed from the raw rows. */
export function rollUp(db: Db, period: Period): Promise<void> {
  return db.transaction(async (tx) => {
    await tx
      .delete(creatorAnalytics)
      .where(
        and(gte(creatorAnalytics.date, utcDate(period.from)), lt(creatorAnalytics.date, utcDate(period.to))),
      )
    await tx.execute(sql`
      insert into creator_analytics (id, creator_id, date, total_views, unique_viewers, total_watch_time, new_followers,
        videos_published, streams_count, total_engagement, revenue_cents, sandbox_revenue_cents)
      select gen_random_uuid(), figures.*
      from (${groupFacts([...audienceFacts(period), ...activityFacts(period)])}) as figures
      on conflict (creator_id, date) do nothing`)
  })
}

/** Recomputes the stored revenue of days before `until` that have a tip which was refunded since. */
export async function refreshRevenue(
  db: Executor,
  { since, until }: { since: Date; until: Date },
): Promise<void> {
  await db.execute(sql`
    update creator_analytics a set revenue_cents = revenue.cents, sandbox_revenue_cents = revenue.sandbox_cents
    from (
      select t.streamer_id, (t.created_at at time zone 'UTC')::date as date,
        sum(${tipCents(false)}) as cents, sum(${tipCents(true)}) as sandbox_cents
      from tips t
      where (t.streamer_id, (t.created_at at time zone 'UTC')::date) in (
        select r.streamer_id, (r.created_at at time zone 'UTC')::date from tips r
        where r.updated_at >= ${since.toISOString()} and r.refunded_cents > 0 and r.created_at < ${until.toISOString()}
      )
      group by 1, 2
    ) as revenue
    where a.creator_id = revenue.streamer_id and a.date = revenue.date`)
}

/** Returns the first day after those that have been rolled up; null before the first roll-up. */
export async function findNextRollUp(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ next: string | null }>(
    sql`select to_char(max(date) + 1, 'YYYY-MM-DD') as next from creator_analytics`,
  )
  const next = rows[0]?.next
  return next ? new Date(next) : null
}

/** Returns the time of the first raw row; null when there is none. */
export async function findFirstFactTime(db: Executor): Promise<Date | null> {
  const { rows } = await db.execute<{ first: string | null }>(sql`
    select extract(epoch from least(
      (select min(created_at) from video_views), (select min(created_at) from broadcast_views),
      (select min(created_at) from follows), (select min(published_at) from videos),
      (select min(created_at) from analytics_events where event_type = 'stream_started'),
      (select min(created_at) from likes), (select min(created_at) from comments), (select min(created_at) from tips)
    ))::text as first`)
  const first = rows[0]?.first
  return first ? new Date(Number(first) * 1000) : null
}

const { date, totalViews, uniqueViewers, totalWatchTime, newFollowers, videosPublished } = creatorAnalytics

/** Returns the stored days of a creator that have figures, oldest first. `from` null: since the beginning. */
export function listStoredDays(
  db: Executor,
  creatorId: string,
  { isSandbox, from, to }: { isSandbox: boolean; from: Date | null; to: Date },
): Promise<DailyFigures[]> {
  const { revenueCents, sandboxRevenueCents } = creatorAnalytics
  return db
    .select({
      date,
      views: totalViews,
      uniqueViewers,
      watchTime: totalWatchTime,
      followers: newFollowers,
      videosPublished,
      revenueCents: isSandbox ? sandboxRevenueCents : revenueCents,
    })
    .from(creatorAnalytics)
    .where(
      and(
        eq(creatorAnalytics.creatorId, creatorId),
        from ? gte(date, utcDate(from)) : undefined,
        lt(date, utcDate(to)),
      ),
    )
    .orderBy(date)
}

/** Computes the days of a creator that have figures from the raw rows, oldest first. */
export async function computeDays(
  db: Executor,
  creatorId: string,
  { isSandbox, ...period }: Period & { isSandbox: boolean },
): Promise<DailyFigures[]> {
  const revenue = sql.identifier(isSandbox ? 'sandbox_revenue_cents' : 'revenue_cents')
  const { rows } = await db.execute<DailyFigures>(sql`
    select to_char(date, 'YYYY-MM-DD') as date, total_views as views, unique_viewers as "uniqueViewers",
      total_watch_time as "watchTime", new_followers as followers, videos_published as "videosPublished",
      ${revenue} as "revenueCents"
    from (${groupFacts(audienceFacts(period, creatorId))}) as figures order by 1`)
  return rows
}

/** Returns the number of different viewers of a creator in a period. */
export async function countUniqueViewers(db: Executor, creatorId: string, period: Period): Promise<number> {
  const { rows } = await db.execute<{ viewers: number }>(sql`
    select count(distinct viewer)::int as viewers
    from (${sql.join(audienceFacts(period, creatorId).slice(0, 2), sql` union all `)}) as facts`)
  return rows[0]?.viewers ?? 0
}
