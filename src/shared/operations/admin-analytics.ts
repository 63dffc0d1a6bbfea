import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Days of a range of the platform's figures, today included. */
export const PLATFORM_RANGES = ['7', '28', '90', '365'] as const
export type PlatformRange = (typeof PLATFORM_RANGES)[number]

/** Weeks of sign-up, this one included, for which retention is shown. */
export const COHORT_WEEKS = 12

const figures = {
  signups: z.int(),
  /** Also of posts that were deleted since. */
  posts: z.int(),
  /** Broadcasts that started. */
  streams: z.int(),
  /** Seconds, of all broadcasts together. */
  liveSeconds: z.number(),
  /** The most simultaneous viewers of one broadcast; null: not recorded. */
  peakViewers: z.nullable(z.int()),
  /** Seconds of watching of videos. */
  watchTime: z.number(),
  /** Tips that were not refunded in full. */
  tips: z.int(),
  /** US cents after refunds. */
  tipsCents: z.int(),
  /** Different members who used the site; null: not recorded. In totals, on an average day that is over. */
  activeDay: z.nullable(z.number()),
  /** The same in the 7 days that end with this day; in totals, with the last day. */
  activeWeek: z.nullable(z.int()),
  /** The same in the 30 days that end with this day; in totals, with the last day. */
  activeMonth: z.nullable(z.int()),
}

const totals = z.object(figures)
export type PlatformTotals = z.output<typeof totals>
export type PlatformMetric = keyof PlatformTotals

/** The figures of one UTC day; `date` is `2026-01-31`. */
const day = z.object({ date: z.string(), ...figures })
export type PlatformDay = z.output<typeof day>

/** The members who signed up in a week. */
const cohort = z.object({
  /** The Monday (UTC) of the week, as `2026-01-26`. */
  week: z.string(),
  users: z.int(),
  /** How many of them were active in each week that is over, first that of the sign-up; null: not recorded. */
  active: z.array(z.nullable(z.int())),
})
export type Cohort = z.output<typeof cohort>

const rangeQuery = z.object({ days: z._default(z.enum(PLATFORM_RANGES), '28') })

/** The platform's figures by UTC day, oldest first; the last day is today. */
export const getPlatformAnalytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  access: 'admin',
  rate: 'analytics',
  query: rangeQuery,
  response: z.object({
    days: z.array(day),
    totals,
    /** Of as many days before. */
    previous: totals,
    /** Retention by week of sign-up, newest first, whatever the range is. */
    cohorts: z.array(cohort),
    /** The tips are those of a sandbox: no money moved. */
    isSandbox: z.boolean(),
  }),
})
export type PlatformAnalytics = z.output<(typeof getPlatformAnalytics)['response']>

/** The days as a CSV file. */
export const getPlatformCsv = {
  method: 'GET',
  path: '/api/admin/analytics/days.csv',
  access: 'admin',
  rate: 'analytics',
  query: rangeQuery,
} as const
