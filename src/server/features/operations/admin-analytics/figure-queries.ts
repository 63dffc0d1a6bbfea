import { type SQL, sql } from 'drizzle-orm'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { DAY_MS, addDays, utcDate } from '#server/utc-days.ts'

/** The figures of a day in `platform_days`, without the active members. */
export type DayFigures = {
  signups: number
  posts: number
  streams: number
  liveSeconds: number
  /** 0 when nobody watched, or when it was not recorded. */
  peakViewers: number
  watchTime: number
} & TipFigures

export type TipFigures = { tips: number; tipsCents: number; sandboxTips: number; sandboxTipsCents: number }

/** Longer than any broadcast: how far before and after a day its broadcasts may start and end. */
const BROADCAST_DAYS = 8

/** Whether a row was created in a period. Ids sort by time, so an index that ends with the id serves the range. */
const isCreatedWithin = (from: Date, to: Date) =>
  sql`id >= ${lastIdBefore(from.getTime())} and id < ${lastIdBefore(to.getTime())}`

/** Computes the figures of a UTC day from its raw rows. Events outlive posts and streams. */
export async function computeFigures(db: Executor, day: Date): Promise<DayFigures> {
  const next = addDays(day, 1)
  const events = (type: string) =>
    sql`(select count(*)::int from analytics_events where event_type = ${type} and ${isCreatedWithin(day, next)})`
  const { rows } = await db.execute<Omit<DayFigures, keyof TipFigures>>(sql`
    select ${events('member_registered')} as signups, ${events('post_created')} as posts,
      ${events('stream_started')} as streams, (${liveSecondsOf(day, next)}) as "liveSeconds",
      (select coalesce(sum(watch_time), 0)::float8 from video_views
        where created_at >= ${day.toISOString()} and created_at < ${next.toISOString()}) as "watchTime",
      greatest((select viewers from viewer_peaks where date = ${utcDate(day)}), ${currentPeak(next)}, 0) as "peakViewers"`)
  const [row] = rows
  if (!row) throw new Error('a select without a table has one row')
  return { ...row, ...(await computeTips(db, day)) }
}

/** `viewer_peaks` is written when a viewer joins or leaves; viewers who have watched since yesterday are counted here. */
const currentPeak = (next: Date): SQL =>
  next.getTime() > Date.now() ? sql`(select max(other_viewers) from streams where is_live)` : sql`0`

/**
 * The seconds of a day in which broadcasts were live. A broadcast ends with its event, or is still live while a node owns it. A
 * broadcast with an unknown end, because its member was deleted during it, counts no time.
 */
const liveSecondsOf = (day: Date, next: Date): SQL => sql`
  select coalesce(sum(greatest(0, extract(epoch from
      least(ended_at, ${next.toISOString()}) - greatest(started_at, ${day.toISOString()})))), 0)::float8
  from (
    select created_at as started_at, case
        when next_type = 'stream_ended' then next_at
        when next_type is null and exists (select from broadcasts b where b.stream_id::text = marks.stream_id) then now()
        else created_at
      end as ended_at
    from (
      select event_type, created_at, metadata ->> 'streamId' as stream_id,
        lead(event_type) over broadcast as next_type, lead(created_at) over broadcast as next_at
      from (${eventsAround('stream_started', day)} union all ${eventsAround('stream_ended', day)}) as events
      window broadcast as (partition by metadata ->> 'streamId' order by id)
    ) as marks
    where event_type = 'stream_started'
  ) as live`

/** The events of a type in the days around a day: each type is a range of the index. */
const eventsAround = (type: string, day: Date): SQL => sql`
  select id, event_type, created_at, metadata from analytics_events
  where event_type = ${type} and ${isCreatedWithin(addDays(day, -BROADCAST_DAYS), addDays(day, BROADCAST_DAYS + 1))}`

/** Computes the tips of a UTC day after refunds, with separate figures for a sandbox. */
export async function computeTips(db: Executor, day: Date): Promise<TipFigures> {
  const { rows } = await db.execute<TipFigures>(sql`
    select count(*) filter (where not is_sandbox and refunded_cents < amount_cents)::int as tips,
      coalesce(sum(amount_cents - refunded_cents) filter (where not is_sandbox), 0)::float8 as "tipsCents",
      count(*) filter (where is_sandbox and refunded_cents < amount_cents)::int as "sandboxTips",
      coalesce(sum(amount_cents - refunded_cents) filter (where is_sandbox), 0)::float8 as "sandboxTipsCents"
    from tips where ${isCreatedWithin(day, addDays(day, 1))}`)
  return rows[0] ?? { tips: 0, tipsCents: 0, sandboxTips: 0, sandboxTipsCents: 0 }
}

/** Returns the UTC days before `until` that have a tip which was refunded since. */
export async function listRefundedDays(
  db: Executor,
  { since, until }: { since: Date; until: Date },
): Promise<Date[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from tips
    where updated_at >= ${since.toISOString()} and refunded_cents > 0 and created_at < ${until.toISOString()}`)
  return rows.map(({ day }) => new Date(day))
}

/** Returns the UTC day of the first sign-up, or the first day of the last two years; null without users. */
export async function findFirstDay(db: Executor, today: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ first: string }>(
    sql`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as first from users order by id limit 1`,
  )
  if (!rows[0]) return null
  return new Date(Math.max(Date.parse(rows[0].first), today.getTime() - MAX_DAYS * DAY_MS))
}

/** Twice the longest range, as each is compared with the days before it. Events are not stored longer. */
const MAX_DAYS = 730
