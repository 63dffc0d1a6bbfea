import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  PLATFORM_RANGES,
  type PlatformRange,
  getPlatformAnalytics,
} from '#shared/operations/admin-analytics.ts'
import { call } from '#web/api/call.ts'
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts'

const DEFAULT_RANGE = '28'

/** Returns the range in the URL (`?days=`), 28 days by default, and a setter that replaces the URL. */
export function useRange(): [PlatformRange, (range: PlatformRange) => void] {
  const [{ days }, setValues] = useUrlFilter(['days'])
  const range = PLATFORM_RANGES.find((each) => each === days) ?? DEFAULT_RANGE
  return [range, (next) => setValues({ days: next === DEFAULT_RANGE ? '' : next })]
}

/** The platform's figures of a range; those of the last one are shown while the next is loaded. */
export function usePlatformAnalytics(range: PlatformRange) {
  return useQuery({
    queryKey: ['admin', 'analytics', range],
    queryFn: () => call(getPlatformAnalytics, { query: { days: range } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}
