import { useEffect, useState } from 'react'

/** iPhones support fullscreen only for video elements, through this non-standard method. */
type IPhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fullscreen for an element, or for the video inside it on iPhones; unmounting exits it. */
export function useFullscreen(frame: { readonly current: HTMLElement | null }) {
  const [isFullscreen, setIsFullscreen] = useState(false)
  useEffect(() => {
    let fullscreenElement: Element | null = null
    const handleChange = () => {
      fullscreenElement = document.fullscreenElement === frame.current ? frame.current : null
      setIsFullscreen(fullscreenElement !== null)
    }
    document.addEventListener('fullscreenchange', handleChange)
    return () => {
      document.removeEventListener('fullscreenchange', handleChange)
      // Without the component there is no button to exit.
      if (fullscreenElement && document.fullscreenElement === fullscreenElement) exit()
    }
  }, [frame])
  const toggleFullscreen = () => {
    if (document.fullscreenElement) exit()
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(logFailure)
    else frame.current?.querySelector<IPhoneVideo>('video')?.webkitEnterFullscreen?.()
  }
  return { isFullscreen, toggleFullscreen }
}

const logFailure = (error: unknown) => console.warn('fullscreen failed', error)
const exit = () => void document.exitFullscreen().catch(logFailure)
