import type { PlatformDay, PlatformTotals } from '#shared/operations/admin-analytics.ts'

type Counted = 'signups' | 'posts' | 'streams' | 'liveSeconds' | 'watchTime' | 'tips' | 'tipsCents'

/**
 * Returns the totals of consecutive days: sums, the highest peak, and the active members of the last day. The daily average of
 * active members leaves out today, which is not over.
 */
export function sumDays(
  days: readonly PlatformDay[],
  { includesToday }: { includesToday: boolean },
): PlatformTotals {
  const sum = (figure: Counted) => days.reduce((total, day) => total + day[figure], 0)
  const known = (figure: 'peakViewers' | 'activeDay', list = days) => list.flatMap((day) => day[figure] ?? [])
  const peaks = known('peakViewers')
  const daily = known('activeDay', includesToday ? days.slice(0, -1) : days)
  const last = days.at(-1)
  return {
    signups: sum('signups'),
    posts: sum('posts'),
    streams: sum('streams'),
    liveSeconds: sum('liveSeconds'),
    peakViewers: peaks.length > 0 ? Math.max(...peaks) : null,
    watchTime: sum('watchTime'),
    tips: sum('tips'),
    tipsCents: sum('tipsCents'),
    activeDay: daily.length > 0 ? daily.reduce((total, count) => total + count, 0) / daily.length : null,
    activeWeek: last?.activeWeek ?? null,
    activeMonth: last?.activeMonth ?? null,
  }
}
