import type {
  AnalyticsDay,
  AnalyticsRange,
  AnalyticsSeries,
  AnalyticsTotals,
} from '#shared/studio/creator-analytics.ts'
import { AUDIENCE_DAYS, GROWTH_DAYS } from '#shared/studio/creator-analytics.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { isSandboxSite } from '#server/payments/sandbox-mode.ts'
import { listCountries, listLanguages } from './audience-queries.ts'
import {
  type DailyFigures,
  type Period,
  computeDays,
  countUniqueViewers,
  findNextRollUp,
  listStoredDays,
} from './daily-queries.ts'
import { DAY_MS, addDays, startOfDay, utcDate } from '#server/utc-days.ts'
import { listTopStreams, listTopVideos } from './queries.ts'

/** Start of the range 'all': earlier than all data. */
const BEGINNING = new Date(0)

type Dependencies = { db: Executor } & Pick<Context, 'payments'>

/** Returns everything that the analytics page shows of a range. */
export async function loadSeries(
  dependencies: Dependencies,
  creatorId: string,
  range: AnalyticsRange,
): Promise<AnalyticsSeries> {
  const { db, payments } = dependencies
  const period = periodOf(range)
  const audience = { from: addDays(startOfDay(new Date()), -AUDIENCE_DAYS), to: startOfDay(new Date()) }
  const [{ days, totals, previous }, topVideos, topStreams, languages, countries] = await Promise.all([
    loadDays(dependencies, creatorId, range),
    listTopVideos(db, creatorId, period),
    listTopStreams(db, creatorId, period),
    listLanguages(db, creatorId, audience),
    listCountries(db, creatorId, audience),
  ])
  const isSandbox = isSandboxSite(payments)
  return { days, totals, previous, topVideos, topStreams, audience: { languages, countries }, isSandbox }
}

type Days = Pick<AnalyticsSeries, 'days' | 'totals' | 'previous'>

/** Returns the days of a range with its totals, and those of as many days before. */
export async function loadDays(
  dependencies: Dependencies,
  creatorId: string,
  range: AnalyticsRange,
): Promise<Days> {
  const { db } = dependencies
  const { from, to } = periodOf(range)
  if (range === 'all') {
    const figures = await loadFigures(dependencies, creatorId, { from, to })
    const first = figures[0] ? new Date(figures[0].date) : addDays(to, -1)
    return { days: fillDays(figures, { from: first, to }), totals: sum(figures, null), previous: null }
  }
  const before = { from: addDays(from, -Number(range)), to: from }
  const [figures, uniqueViewers, uniqueBefore] = await Promise.all([
    loadFigures(dependencies, creatorId, { from: before.from, to }),
    countUniqueViewers(db, creatorId, { from, to }),
    countUniqueViewers(db, creatorId, before),
  ])
  const isBefore = ({ date }: DailyFigures) => date < utcDate(from)
  const current = figures.filter((day) => !isBefore(day))
  return {
    days: fillDays(current, { from, to }),
    totals: sum(current, uniqueViewers),
    previous: sum(figures.filter(isBefore), uniqueBefore),
  }
}

/** Returns the figures of `recentGrowth`, and the watch time since the beginning in seconds. */
export async function loadGrowth(dependencies: Dependencies, creatorId: string) {
  const { to } = periodOf('all')
  const figures = await loadFigures(dependencies, creatorId, { from: BEGINNING, to })
  const first = utcDate(addDays(to, -GROWTH_DAYS))
  const recent = figures.filter(({ date }) => date >= first)
  const { views, followers } = sum(recent, null)
  const videos = recent.reduce((total, day) => total + day.videosPublished, 0)
  return { totalWatchTime: sum(figures, null).watchTime, recentGrowth: { views, followers, videos } }
}

/** Returns the period of a range: whole UTC days, the last of which is today. */
export function periodOf(range: AnalyticsRange): Period {
  const to = addDays(startOfDay(new Date()), 1)
  return { from: range === 'all' ? BEGINNING : addDays(to, -Number(range)), to }
}

/** Days that have been rolled up are read from their table; later ones are computed from the raw rows. */
async function loadFigures(
  { db, payments }: Dependencies,
  creatorId: string,
  { from, to }: Period,
): Promise<DailyFigures[]> {
  const isSandbox = isSandboxSite(payments)
  const today = addDays(to, -1)
  const next = (await findNextRollUp(db)) ?? BEGINNING
  const computedFrom = new Date(Math.max(from.getTime(), Math.min(next.getTime(), today.getTime())))
  const [stored, computed] = await Promise.all([
    listStoredDays(db, creatorId, { isSandbox, from, to: computedFrom }),
    computeDays(db, creatorId, { isSandbox, from: computedFrom, to }),
  ])
  return [...stored, ...computed]
}

/** Adds the days without figures. */
function fillDays(figures: readonly DailyFigures[], { from, to }: Period): AnalyticsDay[] {
  const byDate = new Map(figures.map((day) => [day.date, day]))
  const days: AnalyticsDay[] = []
  for (let time = from.getTime(); time < to.getTime(); time += DAY_MS) {
    const date = utcDate(new Date(time))
    days.push(
      byDate.get(date) ?? { date, views: 0, uniqueViewers: 0, watchTime: 0, followers: 0, revenueCents: 0 },
    )
  }
  return days
}

function sum(days: readonly DailyFigures[], uniqueViewers: number | null): AnalyticsTotals {
  const totals = { views: 0, watchTime: 0, followers: 0, revenueCents: 0, uniqueViewers }
  for (const day of days) {
    totals.views += day.views
    totals.watchTime += day.watchTime
    totals.followers += day.followers
    totals.revenueCents += day.revenueCents
  }
  return totals
}
