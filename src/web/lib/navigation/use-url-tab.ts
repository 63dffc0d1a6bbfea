import { useSearch } from 'wouter'
import { navigation } from './navigation.ts'

/** Returns the tab in the URL (`?tab=`), the first by default, and a setter that replaces the URL. */
export function useUrlTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: string) => void] {
  const search = new URLSearchParams(useSearch())
  const requested = search.get('tab')
  const tab = tabs.find((each) => each === requested) ?? tabs[0]
  const setTab = (next: string) => {
    search.delete('tab')
    if (next !== tabs[0]) search.set('tab', next)
    const query = search.toString()
    navigation.navigate(location.pathname + (query && `?${query}`), { replace: true })
  }
  return [tab, setTab]
}
