import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Returns the ref of an element, with `tabIndex={-1}`, that replaces a control: once `isShown` it gets the focus that the
 * control had. A focus that has moved elsewhere meanwhile stays there.
 */
export function useReplacementFocus<T extends HTMLElement>(isShown = true): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isShown && document.activeElement === document.body) element.current?.focus()
  }, [isShown])
  return element
}
