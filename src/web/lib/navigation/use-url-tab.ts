import { useSearch } from 'wouter'
import { navigation } from './navigation.ts'

/** Which tab the address names (`?tab=`), the first where it names none; choosing one changes the address in place. */
export function useUrlTab<Tab extends string>(tabs: readonly [Tab, ...Tab[]]): [Tab, (tab: string) => void] {
  const search = new URLSearchParams(useSearch())
  const named = search.get('tab')
  const tab = tabs.find((each) => each === named) ?? tabs[0]
  const choose = (chosen: string) => {
    search.delete('tab')
    if (chosen !== tabs[0]) search.set('tab', chosen)
    const rest = search.toString()
    navigation.navigate(location.pathname + (rest && `?${rest}`), { replace: true })
  }
  return [tab, choose]
}
