import { type RefObject, useEffect, useRef } from 'react'

type FocusFirst = {
  list: RefObject<HTMLUListElement | null>
  /** Calls `show`, and moves the focus once the list has another first item, at the latest when `show` has ended. */
  showAndFocus: (show: () => Promise<unknown>) => Promise<void>
}

/**
 * Showing new items removes the button that was pressed: moves the focus to the first item then. `selector` finds what is
 * focused in the list. A focus that has moved elsewhere meanwhile stays there.
 */
export function useFocusFirst(firstId: string | undefined, selector: string): FocusFirst {
  const list = useRef<HTMLUListElement>(null)
  const isPending = useRef(false)
  useEffect(() => {
    if (isPending.current) focusFirst(list.current, selector)
    isPending.current = false
  }, [firstId, selector])
  return {
    list,
    async showAndFocus(show) {
      isPending.current = true
      try {
        await show()
      } finally {
        // After the list has rendered.
        requestAnimationFrame(() => {
          if (isPending.current) focusFirst(list.current, selector)
          isPending.current = false
        })
      }
    },
  }
}

function focusFirst(list: HTMLElement | null, selector: string): void {
  if (document.activeElement !== document.body) return
  const first = list?.querySelector<HTMLElement>(selector)
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'nearest' })
}
