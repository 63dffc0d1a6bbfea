import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import {
  ANALYTICS_RANGES,
  type AnalyticsRange,
  getAnalyticsSeries,
  getRetention,
} from '#shared/studio/creator-analytics.ts'
import { call } from '#web/api/call.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

const DEFAULT_RANGE = '28'

/** Returns the range in the URL (`?days=`), 28 days by default, and a setter that replaces the URL. */
export function useAnalyticsRange(): [AnalyticsRange, (range: AnalyticsRange) => void] {
  const requested = new URLSearchParams(useSearch()).get('days')
  const range = ANALYTICS_RANGES.find((each) => each === requested) ?? DEFAULT_RANGE
  const setRange = (next: AnalyticsRange) =>
    navigation.navigate(location.pathname + (next === DEFAULT_RANGE ? '' : `?days=${next}`), {
      replace: true,
    })
  return [range, setRange]
}

/** The figures of a range; those of the last one are shown while the next is loaded. */
export function useAnalyticsSeries(range: AnalyticsRange) {
  return useQuery({
    queryKey: ['creator-analytics', 'series', range],
    queryFn: () => call(getAnalyticsSeries, { query: { days: range } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** Audience retention of a video. */
export function useRetention(videoId: string) {
  return useQuery({
    queryKey: ['creator-analytics', 'retention', videoId],
    queryFn: () => call(getRetention, { params: { id: videoId } }),
    refetchOnMount: 'always',
  })
}
