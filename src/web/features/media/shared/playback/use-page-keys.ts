import { useEffect, useEffectEvent } from 'react'

/** Returns what a key does, or null for a key that is not handled. `target` has the focus. */
type ActionOf = (event: KeyboardEvent, target: Element | null) => (() => void) | null

/** Handles keys on the whole page, without modifiers, unless something else on the page has handled them. */
export function usePageKeys(actionOf: ActionOf): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const action = actionOf(event, event.target instanceof Element ? event.target : null)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
