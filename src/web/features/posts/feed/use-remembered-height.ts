import { useEffect, useRef } from 'react'
import type { CSSProperties, RefObject } from 'react'
import { setCapped } from '#web/lib/set-capped.ts'
import { navigation } from '#web/lib/navigation/navigation.ts'

/** Content heights of the posts that this page has shown, in px, the latest last. */
const heights = new Map<string, number>()
/** More than anybody scrolls back through. */
const MOST = 1000

/**
 * A post that is not drawn yet takes the room that it had when it was last seen: who comes back to a list finds the
 * same place.
 */
export function useRememberedHeight(postId: string): {
  ref: RefObject<HTMLElement | null>
  style: CSSProperties
} {
  const ref = useRef<HTMLElement>(null)
  // While the page still stands: when its parts are taken out, those of the next one may be beside them already.
  useEffect(
    () =>
      navigation.onLeave(() => {
        if (ref.current) setCapped(heights, postId, contentHeightOf(ref.current), MOST)
      }),
    [postId],
  )
  const height = heights.get(postId)
  return { ref, style: height === undefined ? {} : { containIntrinsicHeight: `auto ${height}px` } }
}

function contentHeightOf(element: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(element)
  return element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
}
