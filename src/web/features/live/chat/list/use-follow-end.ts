import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject, TouchEvent, WheelEvent } from 'react'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'

/** Largest distance from the end at which the list follows it, in px. */
const MAX_END_DISTANCE_PX = 60

type Options = {
  /** The element that scrolls. */
  box: RefObject<HTMLElement | null>
  rows: readonly ChatEntry[]
  /** The user uses a row, which must not move: the list does not follow the end. */
  isPaused: boolean
  currentUserId: string | undefined
  onReading: (isReading: boolean) => void
}

/**
 * Keeps the end of the list in view unless the user has scrolled up or uses a row; then counts new messages.
 * Sending a message scrolls to the end.
 */
export function useFollowEnd({ box, rows, isPaused, currentUserId, onReading }: Options) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isFollowing = isAtEnd && !isPaused
  const lastOffset = useRef(0)
  const lastTouch = useRef(0)
  const newest = rows.at(-1)?.key
  const unseen = useUnseenCount(rows, { isFollowing, currentUserId })

  const sending = rows.at(-1)?.state === 'sending' ? newest : null
  const [lastSending, setLastSending] = useState(sending)
  if (sending !== lastSending) {
    setLastSending(sending)
    if (sending) setIsAtEnd(true)
  }

  // Not `scrollToIndex`, which scrolls again for 150 ms after each row that is measured, also when the user has scrolled up.
  const scrollToEnd = () => {
    if (!box.current) return
    box.current.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
    lastOffset.current = box.current.scrollTop
  }
  /** Ends following before the box has scrolled: a message that arrives before that would scroll back to the end. */
  const leaveEnd = () => {
    if (box.current && box.current.scrollTop > 0) setIsAtEnd(false)
  }
  const onNewest = useEffectEvent(scrollToEnd)
  useLayoutEffect(() => {
    if (isFollowing) onNewest()
  }, [newest, isFollowing])
  const notifyReading = useEffectEvent(onReading)
  useEffect(() => notifyReading(!isFollowing), [isFollowing])

  return {
    /** There are messages below the visible part. */
    hasMoreBelow: !isAtEnd || unseen > 0,
    unseen,
    goToEnd: () => {
      setIsAtEnd(true)
      scrollToEnd()
    },
    /** Rows that are higher than estimated, or a smaller list, move the end out of view. */
    onResize: () => {
      if (isFollowing) scrollToEnd()
    },
    onWheel: ({ deltaY, ctrlKey }: WheelEvent) => {
      if (deltaY < 0 && !ctrlKey) leaveEnd()
    },
    onTouchStart: ({ touches }: TouchEvent) => {
      lastTouch.current = touches[0]?.clientY ?? 0
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const position = touches[0]?.clientY ?? 0
      if (position > lastTouch.current) leaveEnd()
      lastTouch.current = position
    },
    /**
     * Scrolling far up ends following (with the scroll bar, or to a quoted message), and scrolling down to the end begins it
     * again, also when the rows below the visible ones are deleted. New rows increase the distance to the end, and rows that
     * are lower than estimated move it up: neither counts.
     */
    onScroll: (offset: number) => {
      if (!box.current) return
      const distance = box.current.scrollHeight - offset - box.current.clientHeight
      const moved = offset - lastOffset.current
      lastOffset.current = offset
      if (moved > 0 && distance < MAX_END_DISTANCE_PX) setIsAtEnd(true)
      else if (moved < 0 && distance <= 1) setIsAtEnd(true)
      else if (moved < -1 && distance >= MAX_END_DISTANCE_PX) setIsAtEnd(false)
    },
  }
}

/** Counts the messages of others since the list last followed the end. */
function useUnseenCount(
  rows: readonly ChatEntry[],
  { isFollowing, currentUserId }: { isFollowing: boolean; currentUserId: string | undefined },
): number {
  const newest = rows.findLast(({ state }) => state === 'sent')?.key ?? ''
  const [seen, setSeen] = useState(newest)
  if (isFollowing && seen !== newest) setSeen(newest)
  if (isFollowing) return 0
  // Ids are ordered by time.
  return rows.filter(
    ({ state, key, message }) => state === 'sent' && key > seen && message.userId !== currentUserId,
  ).length
}
