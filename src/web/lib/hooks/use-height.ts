import { useEffect, useRef, useState } from 'react'

/** How high an element is, in px, also when that changes; `before` until it was measured. */
export function useHeight<Measured extends HTMLElement>(before: number) {
  const ref = useRef<Measured>(null)
  const [height, setHeight] = useState(before)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, height }
}
