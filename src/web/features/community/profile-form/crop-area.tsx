import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Crop, moveCrop, cropSquare, zoomCrop } from './crop.ts'
import { useDragAndPinch } from './use-drag-and-pinch.ts'

type Size = { width: number; height: number }
type CropAreaProps = {
  crop: Crop
  onChange: (crop: Crop) => void
  /** Size of the image in px. */
  size: Size
  /** The image, styled to fill its container. */
  children: ReactNode
}

/** Distance of one arrow key press, as a fraction of the square's side; with Shift `LONG_MOVE_STEP`. */
const MOVE_STEP = 0.02
const LONG_MOVE_STEP = 0.1
const ZOOM_STEP = 0.1

/** The crop square over an image; drag, pinch, wheel or keyboard move and zoom the image. */
export function CropArea({ crop, onChange, size, children }: CropAreaProps) {
  const t = useTranslations('cropper')
  const area = useRef<HTMLDivElement>(null)
  const move = (right: number, down: number) => onChange(moveCrop(crop, size, right, down))
  const zoom = (factor: number) => onChange(zoomCrop(crop, size, crop.zoom * factor))
  const pointerHandlers = useDragAndPinch({
    // The image follows the finger, so the square moves in the opposite direction.
    onDrag: (x, y) => {
      const side = area.current?.clientWidth || 1
      move(-x / side, -y / side)
    },
    onPinch: zoom,
  })
  useWheel(area, (steps) => zoom(1 - steps * ZOOM_STEP))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_MOVE_STEP : MOVE_STEP
    const action = keyActions(move, zoom, step).get(event.key)
    if (!action) return
    event.preventDefault()
    action()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a custom widget with its own keys
    <div
      ref={area}
      // Dragging is physical: independent of the page's text direction.
      dir="ltr"
      role="application"
      aria-label={t('area')}
      aria-describedby="crop-keys"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys need the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...pointerHandlers}
      className="relative mx-auto aspect-square w-full max-w-[min(100%,360px,48dvh)] cursor-move touch-none overflow-hidden rounded-control bg-sunken select-none"
    >
      <div className="absolute start-0 top-0" style={imageStyle(crop, size)}>
        {children}
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 bg-[radial-gradient(circle_closest-side,transparent_99%,var(--scrim)_100%)] forced-colors:rounded-full forced-colors:border-2"
      />
    </div>
  )
}

/** CSS box of the image relative to the square. */
function imageStyle(crop: Crop, { width, height }: Size) {
  const { left, top, side } = cropSquare(crop, { width, height })
  return {
    width: `${(width / side) * 100}%`,
    height: `${(height / side) * 100}%`,
    transform: `translate(${(-left / width) * 100}%, ${(-top / height) * 100}%)`,
  }
}

function keyActions(
  move: (right: number, down: number) => void,
  zoom: (factor: number) => void,
  step: number,
): Map<string, () => void> {
  const zoomIn = () => zoom(1 + ZOOM_STEP)
  return new Map([
    ['ArrowLeft', () => move(step, 0)],
    ['ArrowRight', () => move(-step, 0)],
    ['ArrowUp', () => move(0, step)],
    ['ArrowDown', () => move(0, -step)],
    ['+', zoomIn],
    ['=', zoomIn],
    ['-', () => zoom(1 / (1 + ZOOM_STEP))],
  ])
}

/** Adds a native listener: React's wheel listeners are passive and cannot prevent scrolling. */
function useWheel(area: RefObject<HTMLDivElement | null>, onWheel: (steps: number) => void): void {
  const handle = useEffectEvent(onWheel)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const onWheelEvent = (event: WheelEvent) => {
      event.preventDefault()
      handle(Math.sign(event.deltaY))
    }
    element.addEventListener('wheel', onWheelEvent, { passive: false })
    return () => element.removeEventListener('wheel', onWheelEvent)
  }, [area])
}
