import type { PlatformDay } from '#shared/operations/admin-analytics.ts'
import { csvOf } from '#server/http/csv.ts'

/** Returns the days as CSV (RFC 4180); unrecorded figures are empty. `isSandbox`: the tips moved no money. */
export function csvOfDays(days: readonly PlatformDay[], isSandbox: boolean): string {
  return csvOf(
    [
      'date',
      'signups',
      'active_members_day',
      'active_members_7_days',
      'active_members_30_days',
      'posts',
      'streams',
      'live_seconds',
      'peak_viewers_of_a_stream',
      'video_watch_time_seconds',
      'tips',
      'tips_usd',
      'sandbox',
    ],
    days.map((day) => [
      day.date,
      day.signups,
      day.activeDay ?? '',
      day.activeWeek ?? '',
      day.activeMonth ?? '',
      day.posts,
      day.streams,
      Math.round(day.liveSeconds),
      day.peakViewers ?? '',
      Math.round(day.watchTime),
      day.tips,
      (day.tipsCents / 100).toFixed(2),
      isSandbox ? 'yes' : 'no',
    ]),
  )
}
