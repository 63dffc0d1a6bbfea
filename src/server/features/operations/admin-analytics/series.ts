import type { PlatformAnalytics, PlatformDay, PlatformRange } from '#shared/operations/admin-analytics.ts'
import { COHORT_WEEKS } from '#shared/operations/admin-analytics.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { DAY_MS, addDays, startOfDay, startOfWeek, utcDate } from '#server/utc-days.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { computeActivity, computeTodaysActivity, findActivityStart } from './activity-queries.ts'
import { presentCohorts } from './cohorts.ts'
import { computeFigures } from './figure-queries.ts'
import { type StoredDay, listCohortWeeks, listStoredDays } from './queries.ts'
import { sumDays } from './totals.ts'

type Dependencies = { db: Executor } & Pick<Context, 'payments'>

/** Days before today that are computed when the roll-up has not stored them yet. */
const MAX_COMPUTED_DAYS = 2

/** Returns the days of a range with its totals, those of as many days before, and the cohorts. */
export async function loadAnalytics(
  { db, payments }: Dependencies,
  range: PlatformRange,
): Promise<PlatformAnalytics> {
  const today = startOfDay(new Date())
  const length = Number(range)
  const firstCohort = addDays(startOfWeek(today), -7 * (COHORT_WEEKS - 1))
  const before = addDays(today, 1 - 2 * length)
  const from = new Date(Math.min(before.getTime(), firstCohort.getTime()))
  const isSandbox = isSandboxSite(payments)
  const [figures, weeks] = await Promise.all([loadFigures(db, from, today), listCohortWeeks(db, firstCohort)])
  const days = figures.map((day) => presentDay(day, isSandbox))
  const current = days.slice(-length)
  return {
    days: current,
    totals: sumDays(current, { includesToday: true }),
    previous: sumDays(days.slice(-2 * length, -length), { includesToday: false }),
    cohorts: presentCohorts(weeks, { days, first: firstCohort, today }),
    isSandbox,
  }
}

/** Returns each day from then to today. Stored days are read from their table, later ones computed from the raw rows. */
async function loadFigures(db: Executor, from: Date, today: Date): Promise<StoredDay[]> {
  const [stored, activityStart] = await Promise.all([
    listStoredDays(db, { from, to: today }),
    findActivityStart(db),
  ])
  const byDate = new Map(stored.map((day) => [day.date, day]))
  for (let ago = MAX_COMPUTED_DAYS; ago > 0; ago -= 1) {
    const day = addDays(today, -ago)
    if (byDate.has(utcDate(day))) continue
    byDate.set(utcDate(day), await computeDay(db, day, activityStart))
  }
  const yesterday = byDate.get(utcDate(addDays(today, -1))) ?? emptyDay(today, activityStart)
  const days: StoredDay[] = []
  for (let time = from.getTime(); time < today.getTime(); time += DAY_MS) {
    const day = new Date(time)
    days.push(byDate.get(utcDate(day)) ?? emptyDay(day, activityStart))
  }
  return [...days, await computeToday(db, { today, before: yesterday, activityStart })]
}

async function computeDay(db: Executor, day: Date, activityStart: string): Promise<StoredDay> {
  const [figures, activity] = await Promise.all([
    computeFigures(db, day),
    computeActivity(db, day, activityStart),
  ])
  return { ...emptyDay(day, activityStart), ...figures, ...activity }
}

async function computeToday(
  db: Executor,
  { today, before, activityStart }: { today: Date; before: StoredDay; activityStart: string },
): Promise<StoredDay> {
  const [figures, activity] = await Promise.all([
    computeFigures(db, today),
    computeTodaysActivity(db, { today, before, activityStart }),
  ])
  return { ...emptyDay(today, activityStart), ...figures, ...activity }
}

/** A day without figures: before the first sign-up, or not rolled up yet. */
function emptyDay(day: Date, activityStart: string): StoredDay {
  const active = activityStart <= utcDate(day) ? 0 : null
  return {
    date: utcDate(day),
    signups: 0,
    posts: 0,
    streams: 0,
    liveSeconds: 0,
    peakViewers: active,
    watchTime: 0,
    tips: 0,
    tipsCents: 0,
    sandboxTips: 0,
    sandboxTipsCents: 0,
    activeDay: active,
    activeWeek: active,
    activeMonth: active,
    activeSixDays: 0,
    activeTwentyNineDays: 0,
  }
}

/** Omits the internal columns, and the tips of a sandbox or, on a sandbox site, those of real money. */
function presentDay(day: StoredDay, isSandbox: boolean): PlatformDay {
  const { activeSixDays: _six, activeTwentyNineDays: _more, sandboxTips, sandboxTipsCents, ...shown } = day
  return isSandbox ? { ...shown, tips: sandboxTips, tipsCents: sandboxTipsCents } : shown
}
