import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { type Crop, moved, squareOf, zoomed } from './crop.ts'
import { usePinch } from './use-pinch.ts'

type Size = { width: number; height: number }
type CropAreaProps = {
  crop: Crop
  onChange: (crop: Crop) => void
  /** Of the picture, in pixels. */
  size: Size
  /** The picture: it fills what is given to it. */
  children: ReactNode
}

/** One press of an arrow moves the picture by this part of the square; with Shift by more. */
const STEP = 0.02
const LONG_STEP = 0.1
const ZOOM_STEP = 0.1

/** The square that is cut out, and the picture that is moved under it: by finger or mouse, wheel, pinch and keys. */
export function CropArea({ crop, onChange, size, children }: CropAreaProps) {
  const t = useTranslations('cropper')
  const area = useRef<HTMLDivElement>(null)
  const move = (right: number, down: number) => onChange(moved(crop, size, right, down))
  const zoom = (factor: number) => onChange(zoomed(crop, size, crop.zoom * factor))
  const fingers = usePinch({
    // The picture follows the finger, so the square goes the other way.
    onDrag: (x, y) => {
      const side = area.current?.clientWidth || 1
      move(-x / side, -y / side)
    },
    onPinch: zoom,
  })
  useWheel(area, (steps) => zoom(1 - steps * ZOOM_STEP))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LONG_STEP : STEP
    const act = keyActions(move, zoom, step).get(event.key)
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a place of its own kind, with its keys
    <div
      ref={area}
      // Left is left, whatever the direction of the page.
      dir="ltr"
      role="application"
      aria-label={t('area')}
      aria-describedby="crop-keys"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys need the focus
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...fingers}
      className="relative mx-auto aspect-square w-full max-w-[min(100%,360px,48dvh)] cursor-move touch-none overflow-hidden rounded-control bg-sunken select-none"
    >
      <div className="absolute start-0 top-0" style={placeOf(crop, size)}>
        {children}
      </div>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-0 bg-[radial-gradient(circle_closest-side,transparent_99%,var(--scrim)_100%)] forced-colors:rounded-full forced-colors:border-2"
      />
    </div>
  )
}

/** What the picture's box is in parts of the square. */
function placeOf(crop: Crop, { width, height }: Size) {
  const { left, top, side } = squareOf(crop, { width, height })
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
  const closer = () => zoom(1 + ZOOM_STEP)
  return new Map([
    ['ArrowLeft', () => move(step, 0)],
    ['ArrowRight', () => move(-step, 0)],
    ['ArrowUp', () => move(0, step)],
    ['ArrowDown', () => move(0, -step)],
    ['+', closer],
    ['=', closer],
    ['-', () => zoom(1 / (1 + ZOOM_STEP))],
  ])
}

/** React's own wheel events cannot keep the page from scrolling. */
function useWheel(area: RefObject<HTMLDivElement | null>, onWheel: (steps: number) => void): void {
  const handle = useEffectEvent(onWheel)
  useEffect(() => {
    const element = area.current
    if (!element) return
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      handle(Math.sign(event.deltaY))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [area])
}
