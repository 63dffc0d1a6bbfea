import { HERITAGE_REGIONS } from '#shared/heritage.ts'
import { type MovementOrCategory, MOVEMENTS_AND_CATEGORIES } from '#shared/movements.ts'
import { discoverAddress } from '#web/lib/navigation/discover-address.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'

export type Filters = {
  category: MovementOrCategory | undefined
  region: string | undefined
  tag: string | undefined
}

/** What of the discoveries the address asks for, and the way to ask for something else; unknown names ask for all. */
export function useFilters(): [Filters, (change: Partial<Filters>) => void] {
  const search = new URLSearchParams(useCurrentLocation().search)
  const [category, region] = [search.get('category'), search.get('region')]
  const asked: Filters = {
    category: MOVEMENTS_AND_CATEGORIES.find((known) => known === category),
    region: HERITAGE_REGIONS.find((known) => known === region),
    tag: search.get('tag')?.trim() || undefined,
  }
  return [asked, (change) => navigation.navigate(discoverAddress({ ...asked, ...change }))]
}
