import { useEffect, useEffectEvent, useRef } from 'react'
import type { RefObject } from 'react'

/** How far below the window counts as near: about a screen, so that what is next is there in time. */
const NEAR = '0px 0px 900px 0px'

/** Calls `onNear` once when the element comes near the window, while `isActive`; again each time it becomes active. */
export function useNear<T extends Element>(isActive: boolean, onNear: () => void): RefObject<T | null> {
  const ref = useRef<T>(null)
  const handle = useEffectEvent(onNear)
  useEffect(() => {
    if (!isActive || !ref.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        handle()
      },
      { rootMargin: NEAR },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isActive])
  return ref
}
