import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'

/** How much of it has to be in view. */
const SHARE = 0.6

/** Calls `onSeen` once when most of the element is in view, while `isActive`. */
export function useSeen<T extends Element>(isActive: boolean, onSeen: () => void): RefObject<T | null> {
  const ref = useRef<T>(null)
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isActive || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        seen()
      },
      { threshold: SHARE },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isActive])
  return ref
}
