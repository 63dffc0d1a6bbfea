import { useLayoutEffect, useRef } from 'react'

/**
 * Shows a video element that outlives the component. Unmounting moves it to a hidden container within the same task, so that
 * it plays on until the next surface appends it: a media element that is removed from the document is paused.
 */
export function VideoSurface({ element, className }: { element: HTMLVideoElement; className?: string }) {
  const surface = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const container = surface.current
    container?.append(element)
    return () => {
      if (element.parentElement === container) hideVideo(element)
    }
  }, [element])
  return <div ref={surface} className={className} />
}

/** Removes an element that does not play any more. */
export function removeVideo(element: HTMLVideoElement): void {
  element.remove()
  const container = document.getElementById(HIDDEN_CONTAINER_ID)
  if (container?.childElementCount === 0) container.remove()
}

const HIDDEN_CONTAINER_ID = 'hidden-video'

function hideVideo(element: HTMLVideoElement): void {
  let container = document.getElementById(HIDDEN_CONTAINER_ID)
  if (!container) {
    container = document.createElement('div')
    container.id = HIDDEN_CONTAINER_ID
    container.inert = true
    container.className = 'sr-only'
    document.body.append(container)
  }
  container.append(element)
}
