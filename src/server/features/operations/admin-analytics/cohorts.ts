import { COHORT_WEEKS, type Cohort, type PlatformDay } from '#shared/operations/admin-analytics.ts'
import { addDays, startOfWeek, utcDate } from '#server/utc-days.ts'
import type { platformCohorts } from './schema.ts'

type CohortWeek = typeof platformCohorts.$inferSelect
type Options = { days: readonly PlatformDay[]; first: Date; today: Date }

/** Returns the cohorts since the first, newest first. Only weeks that are over have figures. */
export function presentCohorts(weeks: readonly CohortWeek[], { days, first, today }: Options): Cohort[] {
  const thisWeek = startOfWeek(today)
  return Array.from({ length: COHORT_WEEKS }, (_, index) => {
    const cohort = addDays(first, 7 * index)
    const activeByWeek = new Map(
      weeks.filter((row) => row.cohort === utcDate(cohort)).map((row) => [row.week, row.active]),
    )
    const isIn = ({ date }: PlatformDay) => date >= utcDate(cohort) && date < utcDate(addDays(cohort, 7))
    const active: Cohort['active'] = []
    for (let week = cohort; week < thisWeek; week = addDays(week, 7))
      active.push(activeByWeek.get(utcDate(week)) ?? null)
    return {
      week: utcDate(cohort),
      users: days.filter(isIn).reduce((total, { signups }) => total + signups, 0),
      active,
    }
  }).toReversed()
}
