import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'

/** Largest distance from the end at which the list follows it, in px. */
const MAX_END_DISTANCE_PX = 60

type Options = {
  list: RefObject<VirtualizerHandle | null>
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
export function useFollowEnd({ list, rows, isPaused, currentUserId, onReading }: Options) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isFollowing = isAtEnd && !isPaused
  const lastOffset = useRef(0)
  const newest = rows.at(-1)?.key
  const unseen = useUnseenCount(rows, { isFollowing, currentUserId })

  const sending = rows.at(-1)?.state === 'sending' ? newest : null
  const [lastSending, setLastSending] = useState(sending)
  if (sending !== lastSending) {
    setLastSending(sending)
    if (sending) setIsAtEnd(true)
  }

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
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
    /** Only scrolling up ends following: new rows also increase the distance to the end. */
    onScroll: (offset: number) => {
      const { scrollSize, viewportSize } = list.current ?? { scrollSize: 0, viewportSize: 0 }
      const isNear = scrollSize - offset - viewportSize < MAX_END_DISTANCE_PX
      if (isNear) setIsAtEnd(true)
      else if (offset < lastOffset.current - 1) setIsAtEnd(false)
      lastOffset.current = offset
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
