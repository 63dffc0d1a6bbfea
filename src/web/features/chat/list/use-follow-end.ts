import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'

/** Near enough to the end to follow it, in px. */
const NEAR_END = 60

type Options = {
  list: RefObject<VirtualizerHandle | null>
  rows: readonly ChatEntry[]
  /** The reader is busy with a row, which must not move away from under it. */
  isHeld: boolean
  me: string | undefined
  onReading: (isReading: boolean) => void
}

/**
 * Keeps the end of the list in sight unless the reader has scrolled up or is busy with a row; then counts what comes.
 * What the reader writes brings it back to the end.
 */
export function useFollowEnd({ list, rows, isHeld, me, onReading }: Options) {
  const [isAtEnd, setIsAtEnd] = useState(true)
  const isFollowing = isAtEnd && !isHeld
  const lastOffset = useRef(0)
  const newest = rows.at(-1)?.key
  const unseen = useUnseen(rows, { isFollowing, me })

  const writing = rows.at(-1)?.state === 'sending' ? newest : null
  const [written, setWritten] = useState(writing)
  if (writing !== written) {
    setWritten(writing)
    if (writing) setIsAtEnd(true)
  }

  const scrollToEnd = () => list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
  const followed = useEffectEvent(scrollToEnd)
  useLayoutEffect(() => {
    if (isFollowing) followed()
  }, [newest, isFollowing])
  const told = useEffectEvent(onReading)
  useEffect(() => told(!isFollowing), [isFollowing])

  return {
    /** There is something to see below. */
    isBehind: !isAtEnd || unseen > 0,
    unseen,
    toEnd: () => {
      setIsAtEnd(true)
      scrollToEnd()
    },
    /** Rows that turn out higher than expected, and a list that becomes lower, push the end out of sight. */
    onResize: () => {
      if (isFollowing) scrollToEnd()
    },
    /** Only the reader scrolls up; that the end moves away below is no wish of its. */
    onScroll: (offset: number) => {
      const { scrollSize, viewportSize } = list.current ?? { scrollSize: 0, viewportSize: 0 }
      const isNear = scrollSize - offset - viewportSize < NEAR_END
      if (isNear) setIsAtEnd(true)
      else if (offset < lastOffset.current - 1) setIsAtEnd(false)
      lastOffset.current = offset
    },
  }
}

/** How many messages of others have come since the end was out of sight. */
function useUnseen(
  rows: readonly ChatEntry[],
  { isFollowing, me }: { isFollowing: boolean; me: string | undefined },
): number {
  const newest = rows.findLast(({ state }) => state === 'sent')?.key ?? ''
  const [seen, setSeen] = useState(newest)
  if (isFollowing && seen !== newest) setSeen(newest)
  if (isFollowing) return 0
  // Ids are ordered by time.
  return rows.filter(({ state, key, message }) => state === 'sent' && key > seen && message.userId !== me)
    .length
}
