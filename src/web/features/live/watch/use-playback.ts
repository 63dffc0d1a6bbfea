import { useEffect, useMemo, useRef, useState } from 'react'

/**
 * Plays a stream with sound where the browser lets us, muted where it insists (`needsTap`: the viewer has to
 * ask for the sound). `isPlaying` from the first picture or sound on. `isSound`: no picture comes now.
 */
export function usePlayback(media: MediaStream | null, isSound = false, startsMuted = false) {
  const video = useRef<HTMLVideoElement>(null)
  const [isMuted, setIsMuted] = useState(startsMuted)
  const [needsTap, setNeedsTap] = useState(false)
  const [played, setPlayed] = useState<MediaStream | null>(null)
  const [pictured, setPictured] = useState<MediaStream | null>(null)
  const sound = useSoundOf(media)
  // A browser plays no sound before the first picture; after it the sound goes on without a seam.
  const attached = isSound && pictured !== media ? sound : media
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = attached
    if (!attached) return
    let isCurrent = true
    const plays = () => {
      setPlayed(attached)
      if (attached === media) setPictured(media)
    }
    element.addEventListener('playing', plays)
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
      element.removeEventListener('playing', plays)
    }
  }, [attached, media])
  const toggleMuted = () => {
    setIsMuted(!isMuted)
    setNeedsTap(false)
  }
  return { video, isMuted, toggleMuted, needsTap, isPlaying: attached !== null && played === attached }
}

/** The sound of it alone; of the tracks that there are by now. */
function useSoundOf(media: MediaStream | null): MediaStream | null {
  const count = media?.getAudioTracks().length ?? 0
  return useMemo(() => (media && count > 0 ? new MediaStream(media.getAudioTracks()) : null), [media, count])
}
