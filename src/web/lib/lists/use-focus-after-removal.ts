import { type RefObject, useEffect, useRef } from 'react'

type FocusAfterRemoval = {
  /** Of the list, an element with `tabIndex={-1}`. */
  region: RefObject<HTMLDivElement | null>
  /** Called with the id of an item whose change may remove it from the list. */
  setChanged: (id: string) => void
}

/** A changed item may leave its list, with the button that had the focus: moves the focus to the list then. */
export function useFocusAfterRemoval(items: readonly { id: string }[] | undefined): FocusAfterRemoval {
  const region = useRef<HTMLDivElement>(null)
  const changed = useRef<string | null>(null)
  useEffect(() => {
    if (changed.current === null || !items || items.some(({ id }) => id === changed.current)) return
    changed.current = null
    if (document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [items])
  return {
    region,
    setChanged(id: string) {
      changed.current = id
    },
  }
}
