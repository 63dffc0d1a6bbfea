import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

type InViewOptions = {
  isActive?: boolean
  /** Widens the window, as CSS margins in px or %; what is inside a scrolling box is seen at its edge. */
  rootMargin?: string
  /** Share of the element that has to be in view. */
  threshold?: number
}

/** Says whenever the element comes into view or leaves it, while `isActive`; at once when it is there already. */
export function useInView(
  element: RefObject<Element | null>,
  onChange: (isInView: boolean) => void,
  { isActive = true, rootMargin = '0px', threshold = 0 }: InViewOptions = {},
): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (!isActive || !element.current) return
    const observer = new IntersectionObserver((entries) => changed(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin,
      threshold,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isActive, rootMargin, threshold])
}
