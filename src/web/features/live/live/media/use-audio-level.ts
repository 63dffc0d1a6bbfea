import { useEffect, useEffectEvent } from 'react'
import { openAudioLevel } from './audio-level.ts'

const POLL_MS = 100

/** Calls `onLevel` ten times per second with the loudness of the track, from 0 (silence) to 1, while mounted. */
export function useAudioLevel(track: MediaStreamTrack | null, onLevel: (level: number) => void): void {
  const reportLevel = useEffectEvent(onLevel)
  useEffect(() => {
    if (!track || typeof AudioContext === 'undefined') return
    const audioLevel = openAudioLevel(track)
    const timer = setInterval(() => reportLevel(audioLevel.now()), POLL_MS)
    return () => {
      clearInterval(timer)
      audioLevel.close()
    }
  }, [track])
}
