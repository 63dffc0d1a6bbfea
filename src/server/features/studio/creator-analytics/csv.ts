import type { AnalyticsDay, TopVideo } from '#shared/studio/creator-analytics.ts'
import { csvOf } from '#server/http/csv.ts'

/** Returns the days as CSV (RFC 4180). `isSandbox`: the revenue is not real money. */
export function csvOfDays(days: readonly AnalyticsDay[], isSandbox: boolean): string {
  return csvOf(
    ['date', 'views', 'unique_viewers', 'watch_time_seconds', 'new_followers', 'revenue_usd', 'sandbox'],
    days.map((day) => [
      day.date,
      day.views,
      day.uniqueViewers,
      Math.round(day.watchTime),
      day.followers,
      (day.revenueCents / 100).toFixed(2),
      isSandbox ? 'yes' : 'no',
    ]),
  )
}

/** Returns the most viewed videos as CSV. */
export function csvOfVideos(list: readonly TopVideo[]): string {
  return csvOf(
    ['id', 'title', 'published_at', 'views', 'watch_time_seconds'],
    list.map((video) => [
      video.id,
      video.title,
      video.publishedAt ?? '',
      video.views,
      Math.round(video.watchTime),
    ]),
  )
}
