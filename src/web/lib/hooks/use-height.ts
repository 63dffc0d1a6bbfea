import { useCallback, useState } from 'react'

/** Returns the current height of an element in px, and `initialHeight` until it is measured. */
export function useHeight<Measured extends HTMLElement>(initialHeight: number) {
  const [height, setHeight] = useState(initialHeight)
  // Also measures an element that is replaced by another one.
  const ref = useCallback((element: Measured | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, height }
}
