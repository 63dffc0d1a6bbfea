import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { VideoSession } from './session/video-session.ts'

/** Controls hide this long after the last movement, in ms. */
const HIDE_MS = 3000
/** Two taps within this time are a double tap, in ms. */
const DOUBLE_TAP_MS = 300
const TAP_SEEK_SECONDS = 10

type SurfaceHandlers = {
  /** Called by every click and tap. */
  onPress: () => void
  /** Called after a seek by double tap. */
  onSeek: (seconds: number) => void
  /** Called by a double click, but not by a double tap. */
  onDoubleClick: () => void
}

/** Shows the controls on movement and taps, hides them while the video plays on untouched, and seeks on double taps. */
export function useVisibleControls(
  session: VideoSession,
  { onPress, onSeek, onDoubleClick }: SurfaceHandlers,
) {
  const [isActive, setIsActive] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastTap = useRef({ at: 0, side: 0 })
  const lastPointerType = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = () => {
    setIsActive(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsActive(false), HIDE_MS)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setIsActive(false)
  }
  const handleTap = (side: -1 | 0 | 1, at: number) => {
    const isDouble = at - lastTap.current.at < DOUBLE_TAP_MS && lastTap.current.side === side && side !== 0
    lastTap.current = { at, side }
    if (isDouble) {
      session.seekBy(side * TAP_SEEK_SECONDS)
      onSeek(side * TAP_SEEK_SECONDS)
      show()
    } else if (isActive) hide()
    else show()
  }
  return {
    isActive,
    /** For the frame of the player. */
    frameHandlers: {
      onPointerMove: ({ pointerType }: PointerEvent) => void (pointerType !== 'touch' && show()),
      onPointerLeave: ({ pointerType }: PointerEvent) => void (pointerType !== 'touch' && hide()),
      // A tap on the picture focuses the frame, and may hide the controls.
      onFocus: ({ target, currentTarget }: FocusEvent) => void (target !== currentTarget && show()),
      onKeyDown: show,
    },
    /** For the video surface. */
    surfaceHandlers: {
      onPointerUp: (event: PointerEvent) => {
        lastPointerType.current = event.pointerType
        onPress()
        if (event.pointerType === 'touch') handleTap(sideOf(event), event.timeStamp)
        else if (event.button === 0) session.togglePlay()
      },
      // Browsers send it after a double tap, too, without its pointer type.
      onDoubleClick: () => void (lastPointerType.current !== 'touch' && onDoubleClick()),
    },
  }
}

/** The third of the picture that was tapped: -1 left, 0 middle, 1 right. */
function sideOf({ currentTarget, clientX }: PointerEvent): -1 | 0 | 1 {
  const { left, width } = currentTarget.getBoundingClientRect()
  const third = (clientX - left) / width
  return third < 1 / 3 ? -1 : third > 2 / 3 ? 1 : 0
}
