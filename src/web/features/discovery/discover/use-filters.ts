import { HERITAGE_REGIONS } from '#shared/accounts/heritage.ts'
import { type MovementOrCategory, MOVEMENTS_AND_CATEGORIES } from '#shared/live/movements.ts'
import { discoverUrl } from '#web/features/live/shared/streams/discover-url.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

export type Filters = {
  category: MovementOrCategory | undefined
  region: string | undefined
  tag: string | undefined
}

/** The filters in the page's URL, and a setter that navigates. Unknown values are ignored. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const search = new URLSearchParams(useCurrentLocation().search)
  const [category, region] = [search.get('category'), search.get('region')]
  const filters: Filters = {
    category: MOVEMENTS_AND_CATEGORIES.find((name) => name === category),
    region: HERITAGE_REGIONS.find((name) => name === region),
    tag: search.get('tag')?.trim() || undefined,
  }
  return [filters, (change) => navigation.navigate(discoverUrl({ ...filters, ...change }))]
}
