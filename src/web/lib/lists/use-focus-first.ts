import { type RefObject, useEffect, useRef } from 'react'

type FocusFirst = {
  list: RefObject<HTMLUListElement | null>
  /** Calls `show`, and moves the focus to the first item once the button that was pressed is removed. */
  showAndFocus: (show: () => Promise<unknown>) => Promise<void>
}

/**
 * Showing new items removes the button that was pressed (`isButtonShown`): moves the focus to the first item then. `selector`
 * finds what is focused in the list. A focus that has moved elsewhere meanwhile stays there.
 */
export function useFocusFirst(isButtonShown: boolean, selector: string): FocusFirst {
  const list = useRef<HTMLUListElement>(null)
  const isPending = useRef(false)
  useEffect(() => {
    if (isButtonShown || !isPending.current) return
    isPending.current = false
    focusFirst(list.current, selector)
  }, [isButtonShown, selector])
  return {
    list,
    async showAndFocus(show) {
      isPending.current = true
      try {
        await show()
      } catch (error) {
        isPending.current = false
        throw error
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
