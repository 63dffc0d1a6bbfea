import { type PointerEvent, useRef } from 'react'

type Point = { x: number; y: number }
type Gestures = {
  /** Pixels since the last call. */
  onDrag: (x: number, y: number) => void
  /** By which factor two fingers moved apart since the last call. */
  onPinch: (factor: number) => void
}

/** Follows one finger, or a mouse, that drags, and two that pinch. */
export function usePinch({ onDrag, onPinch }: Gestures) {
  const down = useRef(new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => down.current.delete(pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      down.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove(event: PointerEvent) {
      const before = down.current.get(event.pointerId)
      if (!before) return
      const now = pointOf(event)
      down.current.set(event.pointerId, now)
      const [other] = [...down.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
      if (other) onPinch(distance(now, other) / Math.max(1, distance(before, other)))
      else onDrag(now.x - before.x, now.y - before.y)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
