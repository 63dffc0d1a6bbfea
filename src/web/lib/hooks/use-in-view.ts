import { useEffect, useEffectEvent } from 'react'
import type { RefObject } from 'react'

type InViewOptions = {
  isActive?: boolean
  /** `IntersectionObserver` margins around the viewport; they do not extend a scroll container in between. */
  rootMargin?: string
  /** Fraction of the element that has to be in view, 0 to 1. */
  threshold?: number
}

/** Calls `onChange` with the initial state and whenever the element enters or leaves the view, while `isActive`. */
export function useInView(
  element: RefObject<Element | null>,
  onChange: (isInView: boolean) => void,
  { isActive = true, rootMargin = '0px', threshold = 0 }: InViewOptions = {},
): void {
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (!isActive || !element.current) return
    const observer = new IntersectionObserver((entries) => report(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin,
      threshold,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isActive, rootMargin, threshold])
}
