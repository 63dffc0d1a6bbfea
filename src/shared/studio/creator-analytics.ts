import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant } from '#shared/fields.ts'

/** Days of `recentGrowth`: today and the 27 days before. */
export const GROWTH_DAYS = 28
/** A group of the audience is shown from this many members on, rounded down to a multiple of five. */
export const MIN_GROUP_MEMBERS = 10
/** Days of the audience's groups, until yesterday: one period for all, so that no two can be subtracted. */
export const AUDIENCE_DAYS = 90
/** Fewest playbacks of a video whose retention is shown. */
export const MIN_PLAYBACKS = 10

export const ANALYTICS_RANGES = ['7', '28', '90', 'all'] as const
export type AnalyticsRange = (typeof ANALYTICS_RANGES)[number]

/** Whether a range needs Creator Pro: it is longer than 28 days. */
export function isProRange(range: AnalyticsRange): boolean {
  return range === '90' || range === 'all'
}

/** The current user's figures since the beginning. */
export const getCreatorAnalytics = endpoint({
  method: 'GET',
  path: '/api/creator/analytics',
  access: 'member',
  response: z.object({
    /** Views of videos and live streams. */
    totalViews: z.int(),
    totalFollowers: z.int(),
    totalVideos: z.int(),
    /** Views of the videos that the user has now, without those of live streams. */
    videoViews: z.int(),
    /** Seconds of watching of videos. */
    totalWatchTime: z.number(),
    totalStreams: z.int(),
    /** Of the last 28 days. */
    recentGrowth: z.object({ views: z.int(), followers: z.int(), videos: z.int() }),
    publishedVideos: z.int(),
    draftVideos: z.int(),
    privateVideos: z.int(),
  }),
})
export type CreatorAnalytics = z.output<(typeof getCreatorAnalytics)['response']>

const figures = {
  views: z.int(),
  /** Seconds. */
  watchTime: z.number(),
  /** New followers who still follow. */
  followers: z.int(),
  /** US cents. */
  revenueCents: z.int(),
}

/** The figures of one UTC day; `date` is `2026-01-31`. */
const day = z.object({ date: z.string(), ...figures, uniqueViewers: z.int() })
export type AnalyticsDay = z.output<typeof day>

const totals = z.object({
  ...figures,
  /** Different viewers in the whole period; null for all time. */
  uniqueViewers: z.nullable(z.int()),
})
export type AnalyticsTotals = z.output<typeof totals>

const topVideo = z.object({
  id,
  title: z.string(),
  views: z.int(),
  /** Seconds. */
  watchTime: z.number(),
  publishedAt: z.nullable(instant),
})
export type TopVideo = z.output<typeof topVideo>

const topStream = z.object({
  id,
  title: z.string(),
  views: z.int(),
  /** The most viewers at the same time, of its latest broadcast. */
  maxViewers: z.int(),
  startedAt: z.nullable(instant),
})
export type TopStream = z.output<typeof topStream>

/** A number of members; `name` is null for all smaller groups together. */
const audienceGroup = z.object({ name: z.nullable(z.string()), count: z.int() })
export type AudienceGroup = z.output<typeof audienceGroup>

const rangeQuery = { days: z._default(z.enum(ANALYTICS_RANGES), '28') }

/**
 * The current user's figures by UTC day, oldest first; the last day is today. 403 `pro_required` for more than 28 days
 * without Creator Pro.
 */
export const getAnalyticsSeries = endpoint({
  method: 'GET',
  path: '/api/creator/analytics/series',
  access: 'member',
  rate: 'analytics',
  query: z.object(rangeQuery),
  response: z.object({
    days: z.array(day),
    totals,
    /** Of as many days before; null for all time. */
    previous: z.nullable(totals),
    topVideos: z.array(topVideo),
    topStreams: z.array(topStream),
    /** Members who watched, by language (a member may have several) and country of origin; the largest first. */
    audience: z.object({ languages: z.array(audienceGroup), countries: z.array(audienceGroup) }),
    /** The revenue is that of a sandbox: no money moved. */
    isSandbox: z.boolean(),
  }),
})
export type AnalyticsSeries = z.output<(typeof getAnalyticsSeries)['response']>

/** The days, or the top videos, as a CSV file; 403 `pro_required` for a long range without Creator Pro. */
export const getAnalyticsCsv = {
  method: 'GET',
  path: '/api/creator/analytics/series.csv',
  access: 'member',
  rate: 'analytics',
  query: z.object({ ...rangeQuery, table: z._default(z.enum(['days', 'videos']), 'days') }),
} as const

/**
 * Audience retention of the current user's video: the share of playbacks (0 to 1) that reached each percentage of its
 * duration. `points` is empty below ten playbacks.
 */
export const getRetention = endpoint({
  method: 'GET',
  path: '/api/creator/videos/:id/retention',
  access: 'member',
  rate: 'analytics',
  params: z.object({ id }),
  response: z.object({
    playbacks: z.int(),
    points: z.array(z.object({ percent: z.int(), share: z.number() })),
  }),
})
export type Retention = z.output<(typeof getRetention)['response']>
