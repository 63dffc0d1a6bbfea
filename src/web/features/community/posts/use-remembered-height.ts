import { useEffect, useRef } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { setCapped } from '#web/lib/set-capped.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** Content heights in px by post id, most recent last. */
const heightById = new Map<string, number>()
/** Bounds memory: more than a user scrolls back through. */
const MAX_HEIGHTS = 1000

/**
 * Reserves the last measured height for a post that is not rendered yet, so that the scroll position can be restored
 * on return to a list.
 */
export function useRememberedHeight(postId: string): {
  ref: RefObject<HTMLElement | null>
  style: CSSProperties
} {
  const ref = useRef<HTMLElement>(null)
  // Measures on navigation, not on unmount: by then the next page may already be in the layout.
  useEffect(
    () =>
      navigation.onLeave(() => {
        if (ref.current) setCapped(heightById, postId, measureContentHeight(ref.current), MAX_HEIGHTS)
      }),
    [postId],
  )
  const height = heightById.get(postId)
  return { ref, style: height === undefined ? {} : { containIntrinsicHeight: `auto ${height}px` } }
}

function measureContentHeight(element: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(element)
  return element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
}
