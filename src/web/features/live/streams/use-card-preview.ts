import { useEffect, useRef, useState } from 'react'
import type { MouseEvent, PointerEvent } from 'react'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { useReducedData } from '#web/lib/storage/data-saver.ts'

/** A pointer that only crosses the card starts nothing; browsers take this long for a long press as well. In ms. */
const DELAY_MS = 500
/** A finger that moves further, in px, scrolls. */
const MAX_MOVE_PX = 10
/** The preview of a card that is left alone ends, in ms. */
const MAX_MS = 30_000

/** Ends the preview of another card. */
let endRunning: (() => void) | null = null

/**
 * Starts the preview of a card when a mouse rests on it, or a finger: then it stays until the next touch elsewhere, and the card is not
 * opened. At most one card on the page has a preview; with reduced data or motion none.
 */
export function useCardPreview() {
  const [isShown, setIsShown] = useState(false)
  const isReduced = [useReducedData(), useMediaQuery('(prefers-reduced-motion: reduce)')].includes(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const origin = useRef({ x: 0, y: 0 })
  const wasLongPress = useRef(false)

  const wait = (isTouch: boolean) => {
    if (isReduced) return
    clearTimeout(timer.current)
    wasLongPress.current = false
    timer.current = setTimeout(() => {
      wasLongPress.current = isTouch
      setIsShown(true)
    }, DELAY_MS)
  }
  const end = () => {
    clearTimeout(timer.current)
    setIsShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const endThis = () => setIsShown(false)
    endRunning?.()
    endRunning = endThis
    const limit = setTimeout(endThis, MAX_MS)
    document.addEventListener('pointerdown', endThis)
    document.addEventListener('visibilitychange', endThis)
    return () => {
      clearTimeout(limit)
      document.removeEventListener('pointerdown', endThis)
      document.removeEventListener('visibilitychange', endThis)
      if (endRunning === endThis) endRunning = null
    }
  }, [isShown])

  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') wait(false)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') end()
    },
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType !== 'touch') return
      origin.current = { x: clientX, y: clientY }
      wait(true)
    },
    onPointerMove: ({ pointerType, clientX, clientY }: PointerEvent) => {
      const { x, y } = origin.current
      if (pointerType === 'touch' && Math.hypot(clientX - x, clientY - y) > MAX_MOVE_PX)
        clearTimeout(timer.current)
    },
    onPointerUp: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') clearTimeout(timer.current)
    },
    onPointerCancel: () => clearTimeout(timer.current),
    // The finger has asked for the preview, not for the menu of the link, nor for the stream's page.
    onContextMenu: (event: MouseEvent) => {
      if (wasLongPress.current) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      if (!wasLongPress.current) return
      wasLongPress.current = false
      event.preventDefault()
    },
  }
  return { isShown: isShown && !isReduced, handlers }
}
