import { type ComponentType, useState } from 'react'
import type { SuggestionListProps } from './suggestion-list.tsx'

/** The list's code, once it has come. Without it the field still searches, so nobody is told when it cannot come. */
export function useSuggestionList() {
  const [loaded, setLoaded] = useState<{ List: ComponentType<SuggestionListProps> } | null>(null)
  const fetchList = () => {
    if (loaded) return
    load().then(
      (List) => setLoaded({ List }),
      () => {},
    )
  }
  return { List: loaded?.List ?? null, fetchList }
}

async function load() {
  return (await import('./suggestion-list.tsx')).SuggestionList
}
