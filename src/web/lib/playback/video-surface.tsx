import { useLayoutEffect, useRef } from 'react'

/**
 * Shows a video element that outlives the component. Unmounting moves it to a hidden place in the document within the same
 * task, so that it plays on until the next surface takes it: a media element that leaves the document is paused.
 */
export function VideoSurface({ element, className }: { element: HTMLVideoElement; className?: string }) {
  const surface = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = surface.current
    place?.append(element)
    return () => {
      if (element.parentElement === place) park(element)
    }
  }, [element])
  return <div ref={surface} className={className} />
}

/** Removes an element that is not played any more. */
export function removeVideo(element: HTMLVideoElement): void {
  element.remove()
  const place = document.getElementById(PARKING_ID)
  if (place?.childElementCount === 0) place.remove()
}

const PARKING_ID = 'parked-video'

function park(element: HTMLVideoElement): void {
  let place = document.getElementById(PARKING_ID)
  if (!place) {
    place = document.createElement('div')
    place.id = PARKING_ID
    place.inert = true
    place.className = 'sr-only'
    document.body.append(place)
  }
  place.append(element)
}
