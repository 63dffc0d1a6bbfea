import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Showing new items removes the button that was pressed: after `focusFirst`, the focus moves to the first item once there
 * is another one. `selector` finds what is focused in the list. A focus that has moved elsewhere meanwhile stays there.
 */
export function useFocusFirst(
  firstId: string | undefined,
  selector: string,
): { list: RefObject<HTMLUListElement | null>; focusFirst: () => void } {
  const list = useRef<HTMLUListElement>(null)
  const isPending = useRef(false)
  useEffect(() => {
    if (!isPending.current) return
    isPending.current = false
    if (document.activeElement !== document.body) return
    const first = list.current?.querySelector<HTMLElement>(selector)
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'nearest' })
  }, [firstId, selector])
  return {
    list,
    focusFirst: () => {
      isPending.current = true
    },
  }
}
