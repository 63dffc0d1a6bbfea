import { sql } from 'drizzle-orm'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { addDays, utcDate } from '#server/utc-days.ts'

/** Numbers of distinct active members in the periods that end with a day; see `platform_days`. */
export type DayActivity = {
  activeDay: number | null
  activeWeek: number | null
  activeMonth: number | null
  activeSixDays: number
  activeTwentyNineDays: number
}

/** The start of the recorded activity on a site that has always recorded it. */
const EARLIEST_DATE = '0001-01-01'

/**
 * Returns the UTC date since which the activity of all members is recorded: the first versions did not record it. On a site
 * without members before that date, everything is known.
 */
export async function findActivityStart(db: Executor): Promise<string> {
  const { rows } = await db.execute<{ start: string | null }>(sql`
    select to_char(least(
      (select min(date) from platform_days where active_day is not null), (select min(date) from active_days)
    ), 'YYYY-MM-DD') as start`)
  const start = rows[0]?.start ?? utcDate(new Date())
  const earlier = await db.execute(
    sql`select from users where id < ${lastIdBefore(Date.parse(start))} limit 1`,
  )
  return earlier.rows.length > 0 ? start : EARLIEST_DATE
}

/** Whether the activity of the days that end with a day is known. */
const isKnown = (activityStart: string, day: Date, days: number) =>
  activityStart <= utcDate(addDays(day, 1 - days))

/** Counts the members who were active in the periods that end with a past day. Reads 30 days. */
export async function computeActivity(db: Executor, day: Date, activityStart: string): Promise<DayActivity> {
  const since = (days: number) => sql`filter (where date >= ${utcDate(addDays(day, 1 - days))})`
  const { rows } = await db.execute<Record<'d1' | 'd6' | 'd7' | 'd29' | 'd30', number>>(sql`
    select count(distinct user_id) ${since(1)}::int as d1, count(distinct user_id) ${since(6)}::int as d6,
      count(distinct user_id) ${since(7)}::int as d7, count(distinct user_id) ${since(29)}::int as d29,
      count(distinct user_id)::int as d30
    from active_days where date between ${utcDate(addDays(day, -29))} and ${utcDate(day)}`)
  const counts = rows[0] ?? { d1: 0, d6: 0, d7: 0, d29: 0, d30: 0 }
  return {
    activeDay: isKnown(activityStart, day, 1) ? counts.d1 : null,
    activeWeek: isKnown(activityStart, day, 7) ? counts.d7 : null,
    activeMonth: isKnown(activityStart, day, 30) ? counts.d30 : null,
    activeSixDays: counts.d6,
    activeTwentyNineDays: counts.d29,
  }
}

type Before = Pick<DayActivity, 'activeSixDays' | 'activeTwentyNineDays'>

/**
 * Counts the active members of periods that end today: the stored counts of the days before, plus the members of today who
 * were not active in those. Reads only the rows of today.
 */
export async function computeTodaysActivity(
  db: Executor,
  { today, before, activityStart }: { today: Date; before: Before; activityStart: string },
): Promise<Pick<DayActivity, 'activeDay' | 'activeWeek' | 'activeMonth'>> {
  const isNewSince = (days: number) =>
    sql`filter (where previous_date is null or previous_date < ${utcDate(addDays(today, 1 - days))})`
  const { rows } = await db.execute<Record<'active' | 'week' | 'month', number>>(sql`
    select count(*)::int as active, count(*) ${isNewSince(7)}::int as week, count(*) ${isNewSince(30)}::int as month
    from active_days where date = ${utcDate(today)}`)
  const counts = rows[0] ?? { active: 0, week: 0, month: 0 }
  return {
    activeDay: isKnown(activityStart, today, 1) ? counts.active : null,
    activeWeek: isKnown(activityStart, today, 7) ? before.activeSixDays + counts.week : null,
    activeMonth: isKnown(activityStart, today, 30) ? before.activeTwentyNineDays + counts.month : null,
  }
}

/**
 * Stores how many members of each cohort were active in a week that is over. `first` is the Monday of the oldest cohort.
 * Repeating it has no effect, also after members were deleted.
 */
export async function insertCohortWeek(
  db: Executor,
  { first, week }: { first: Date; week: Date },
): Promise<void> {
  await db.execute(sql`
    insert into platform_cohorts (cohort, week, active)
    select cohorts.cohort, ${utcDate(week)}::date, count(active.user_id)::int
    from (
      select day::date as cohort
      from generate_series(${utcDate(first)}::timestamp, ${utcDate(week)}::timestamp, interval '7 days') as day
    ) as cohorts
    left join (
      select u.id as user_id, date_trunc('week', u.created_at at time zone 'UTC')::date as cohort
      from users u
      where u.id >= ${lastIdBefore(first.getTime())} and exists (
        select from active_days a where a.user_id = u.id
          and a.date between ${utcDate(week)} and ${utcDate(addDays(week, 6))}
      )
    ) as active using (cohort)
    group by cohorts.cohort
    on conflict do nothing`)
}
