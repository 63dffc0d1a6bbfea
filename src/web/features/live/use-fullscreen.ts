import { useEffect, useState } from 'react'

/** iPhones put only a video element on the full screen, by a call of their own. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fullscreen for an element; on phones without it, for the video inside. */
export function useFullscreen(frame: { readonly current: HTMLElement | null }) {
  const [isFullscreen, setIsFullscreen] = useState(false)
  useEffect(() => {
    const follow = () => setIsFullscreen(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [frame])
  const toggleFullscreen = () => {
    const warn = (error: unknown) => console.warn('no fullscreen', error)
    if (document.fullscreenElement) document.exitFullscreen().catch(warn)
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(warn)
    else frame.current?.querySelector<PhoneVideo>('video')?.webkitEnterFullscreen?.()
  }
  return { isFullscreen, toggleFullscreen }
}
