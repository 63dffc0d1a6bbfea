import { type ComponentType, useState } from 'react'
import type { SuggestionListProps } from './suggestion-list.tsx'

/** Lazily loads the suggestion list. A failure is ignored: the field works without suggestions. */
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
