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

/** The latest layout for which the list was scrolled or has reported a scroll. */
type Layout = { rows: readonly ChatEntry[]; height: number; offset: number }

/**
 * Keeps the end of the list in view unless the user has scrolled up or uses a row; then counts new messages.
 * Sending a message or a tip scrolls to the end.
 */
export function useFollowEnd({ box, rows, isPaused, currentUserId, onReading }: Options) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isFollowing = isAtEnd && !isPaused
  const lastLayout = useRef<Layout>({ rows, height: 0, offset: 0 })
  const lastTouch = useRef(0)
  /** Where the user's latest input scrolls; null where only its scroll events tell. */
  const direction = useRef<'up' | 'down' | null>(null)
  const unseen = useUnseenCount(rows, { isFollowing, currentUserId })

  const sending = rows.at(-1)?.state === 'sending' ? rows.at(-1)?.key : null
  const [lastSending, setLastSending] = useState(sending)
  if (sending !== lastSending) {
    setLastSending(sending)
    if (sending) setIsAtEnd(true)
  }

  // A tip is paid in a dialog, and arrives as a message. Ids are ordered by time.
  const ownTip = rows.findLast(({ message }) => message.tip && message.userId === currentUserId)?.key ?? ''
  const [lastOwnTip, setLastOwnTip] = useState(ownTip)
  if (ownTip !== lastOwnTip) {
    setLastOwnTip(ownTip)
    if (ownTip > lastOwnTip) setIsAtEnd(true)
  }

  // Not `scrollToIndex`, which scrolls again for 150 ms after each row that is measured, also when the user has scrolled up.
  const scrollToEnd = () => {
    if (!box.current) return
    box.current.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
    const { scrollHeight: height, scrollTop: offset } = box.current
    lastLayout.current = { rows, height, offset }
  }
  /** Ends following before the box has scrolled: a message that arrives before that would scroll back to the end. */
  const onInput = (to: 'up' | 'down') => {
    direction.current = to
    if (to === 'up' && box.current && box.current.scrollTop > 0) setIsAtEnd(false)
  }
  const onRows = useEffectEvent(scrollToEnd)
  useLayoutEffect(() => {
    if (isFollowing) onRows()
  }, [rows, isFollowing])
  const notifyReading = useEffectEvent(onReading)
  useEffect(() => notifyReading(!isFollowing), [isFollowing])

  return {
    /** There are messages below the visible part. */
    hasMoreBelow: !isAtEnd || unseen > 0,
    unseen,
    goToEnd: () => {
      direction.current = null
      setIsAtEnd(true)
      scrollToEnd()
    },
    /** Rows that are higher than estimated, or a smaller list, move the end out of view. */
    onResize: () => {
      if (isFollowing) scrollToEnd()
    },
    onWheel: ({ deltaY, ctrlKey }: WheelEvent) => {
      if (deltaY !== 0 && !ctrlKey) onInput(deltaY < 0 ? 'up' : 'down')
    },
    /** The pointer may hold the scroll bar. */
    onPointerDown: () => {
      direction.current = null
    },
    onTouchStart: ({ touches }: TouchEvent) => {
      lastTouch.current = touches[0]?.clientY ?? 0
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const position = touches[0]?.clientY ?? 0
      if (position !== lastTouch.current) onInput(position > lastTouch.current ? 'up' : 'down')
      lastTouch.current = position
    },
    /** A row gets the focus, for which the list may scroll. `offset` is where the row begins, in px. */
    onGoTo: (offset: number) => {
      onInput(box.current && offset < box.current.scrollTop ? 'up' : 'down')
    },
    /**
     * Scrolling down to the end begins following again, also when the rows below the visible ones are deleted. Scrolling up
     * ends it without one of the inputs above, too (with the scroll bar, or by assistive technology), but only between two
     * unchanged layouts: rows that are new, deleted, or lower than estimated also move the list away from its end.
     */
    onScroll: (offset: number) => {
      if (!box.current) return
      const { clientHeight, scrollHeight: height } = box.current
      const distance = height - offset - clientHeight
      const before = lastLayout.current
      lastLayout.current = { rows, height, offset }
      const moved = offset - before.offset
      const isSameLayout = rows === before.rows && height === before.height
      if (moved > 0 && distance < MAX_END_DISTANCE_PX && direction.current !== 'up') setIsAtEnd(true)
      else if (rows.length < before.rows.length && distance <= 1) setIsAtEnd(true)
      else if (moved < -1 && isSameLayout && distance >= MAX_END_DISTANCE_PX) setIsAtEnd(false)
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
