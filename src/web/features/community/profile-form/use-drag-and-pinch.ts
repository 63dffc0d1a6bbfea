import { type PointerEvent, useRef } from 'react'

type Point = { x: number; y: number }
type Gestures = {
  /** Called with the distance in px since the last call. */
  onDrag: (x: number, y: number) => void
  /** Called with the ratio of the fingers' distance to that of the last call. */
  onPinch: (factor: number) => void
}

/** Pointer handlers for dragging with one pointer and pinching with two. */
export function useDragAndPinch({ onDrag, onPinch }: Gestures) {
  const pointers = useRef(new Map<number, Point>())
  const onRelease = ({ pointerId }: PointerEvent) => pointers.current.delete(pointerId)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, toPoint(event))
    },
    onPointerMove(event: PointerEvent) {
      const previous = pointers.current.get(event.pointerId)
      if (!previous) return
      const current = toPoint(event)
      pointers.current.set(event.pointerId, current)
      const [other] = [...pointers.current].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]))
      if (other) onPinch(distance(current, other) / Math.max(1, distance(previous, other)))
      else onDrag(current.x - previous.x, current.y - previous.y)
    },
    onPointerUp: onRelease,
    onPointerCancel: onRelease,
  }
}

function toPoint({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
