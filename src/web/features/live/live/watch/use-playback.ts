import { useEffect, useMemo, useRef, useState } from 'react'

/** `volume` is from 0 to 1. */
export type Sound = { volume: number; isMuted: boolean }

export const FULL_SOUND: Sound = { volume: 1, isMuted: false }

/**
 * Plays a stream with audio where autoplay allows it, otherwise muted (`needsTap`: the viewer has to unmute it).
 * `isPlaying` from the first frame or audio on. `isAudioOnly`: no video is received now.
 */
export function usePlayback(media: MediaStream | null, isAudioOnly = false, initialSound = FULL_SOUND) {
  const video = useRef<HTMLVideoElement>(null)
  const [sound, setSound] = useState(initialSound)
  const [needsTap, setNeedsTap] = useState(false)
  const [playedMedia, setPlayedMedia] = useState<MediaStream | null>(null)
  const [videoMedia, setVideoMedia] = useState<MediaStream | null>(null)
  const audio = useAudioOf(media)
  // Browsers play no audio of a stream before its first video frame; after it the audio continues without a gap.
  const attached = isAudioOnly && videoMedia !== media ? audio : media
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = attached
    if (!attached) return
    let isCurrent = true
    const handlePlaying = () => {
      setPlayedMedia(attached)
      if (attached === media) setVideoMedia(media)
    }
    element.addEventListener('playing', handlePlaying)
    element.play().catch((error: unknown) => {
      if (!isCurrent || !(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      setNeedsTap(true)
      setSound((current) => ({ ...current, isMuted: true }))
      element.muted = true
      // Muted autoplay is always allowed; if it fails, the browser's own play button remains.
      element.play().catch((cause: unknown) => console.warn(cause))
    })
    return () => {
      isCurrent = false
      element.removeEventListener('playing', handlePlaying)
    }
  }, [attached, media])
  useEffect(() => {
    if (video.current) video.current.volume = sound.volume
  }, [sound.volume])
  const change = (changed: Sound) => {
    setSound(changed)
    setNeedsTap(false)
  }
  return {
    video,
    sound,
    toggleMuted: () => change(withMuteToggled(sound)),
    setVolume: (volume: number) => change({ volume, isMuted: volume === 0 }),
    needsTap,
    isPlaying: attached !== null && playedMedia === attached,
  }
}

/** Sound that is switched on is audible. */
function withMuteToggled({ volume, isMuted }: Sound): Sound {
  return { isMuted: !isMuted, volume: isMuted && volume === 0 ? 0.5 : volume }
}

/** A stream of only the audio tracks; a new one when their number changes. */
function useAudioOf(media: MediaStream | null): MediaStream | null {
  const count = media?.getAudioTracks().length ?? 0
  return useMemo(() => (media && count > 0 ? new MediaStream(media.getAudioTracks()) : null), [media, count])
}
