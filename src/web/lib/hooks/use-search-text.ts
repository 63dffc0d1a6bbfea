import { useEffect, useEffectEvent, useState } from 'react'

/** Between the last key and the search. */
const DELAY_MS = 250

/**
 * The text of a search field that searches while the user types: calls `onSearch` with the trimmed text after a pause. The text
 * follows `search` when that is changed elsewhere, as by a button that shows all.
 */
export function useSearchText(
  search: string,
  onSearch: (search: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(search)
  const report = useEffectEvent((typed: string) => {
    if (typed.trim() !== search) onSearch(typed.trim())
  })
  useEffect(() => {
    const timer = setTimeout(() => report(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  const [shown, setShown] = useState(search)
  if (shown !== search) {
    setShown(search)
    if (text.trim() !== search) setText(search)
  }
  return [text, setText]
}
