import { useEffect, useRef, useState } from 'react'

/**
 * Plays a stream with sound where the browser lets us, muted where it insists (`needsTap`: the viewer has to
 * ask for the sound). `hasFrame` from the first picture on.
 */
export function usePlayback(media: MediaStream | null) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setIsMuted] = useState(false)
  const [needsTap, setNeedsTap] = useState(false)
  const [framesOf, setFramesOf] = useState<MediaStream | null>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = media
    if (!media) return
    let isCurrent = true
    const showsPicture = () => setFramesOf(media)
    element.addEventListener('playing', showsPicture)
    element.play().catch((error: unknown) => {
      if (!isCurrent || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      setNeedsTap(true)
      setIsMuted(true)
      element.muted = true
      // Muted playing is always allowed; should it fail all the same, the play button of the browser remains.
      element.play().catch((cause: unknown) => console.warn(cause))
    })
    return () => {
      isCurrent = false
      element.removeEventListener('playing', showsPicture)
    }
  }, [media])
  const toggleMuted = () => {
    setIsMuted(!isMuted)
    setNeedsTap(false)
  }
  return { video, isMuted, toggleMuted, needsTap, hasFrame: media !== null && framesOf === media }
}
