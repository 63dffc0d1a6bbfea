import { useEffect, useRef, useState } from 'react'

/** Returns the current height of an element in px, and `initialHeight` until it is measured. */
export function useHeight<Measured extends HTMLElement>(initialHeight: number) {
  const ref = useRef<Measured>(null)
  const [height, setHeight] = useState(initialHeight)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, height }
}
