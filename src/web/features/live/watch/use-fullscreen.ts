import { useEffect, useState } from 'react'

/** iPhones put only a video element on the full screen, by a call of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fullscreen for an element, left with the component; on phones without it, for the video inside. */
export function useFullscreen(frame: { readonly current: HTMLElement | null }) {
  const [isFullscreen, setIsFullscreen] = useState(false)
  useEffect(() => {
    let shown: Element | null = null
    const follow = () => {
      shown = document.fullscreenElement === frame.current ? frame.current : null
      setIsFullscreen(shown !== null)
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      // Nobody is left there without a way out.
      if (shown && document.fullscreenElement === shown) exit()
    }
  }, [frame])
  const toggleFullscreen = () => {
    if (document.fullscreenElement) exit()
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(warn)
    else frame.current?.querySelector<PhoneVideo>('video')?.webkitEnterFullscreen?.()
  }
  return { isFullscreen, toggleFullscreen }
}

const warn = (error: unknown) => console.warn('no fullscreen', error)
const exit = () => void document.exitFullscreen().catch(warn)
