import { useEffect, useEffectEvent } from 'react'
import { openAudioLevel } from './audio-level.ts'

/** Between two looks, in ms. */
const LOOK_MS = 100

/** Tells ten times a second how loud a sound is, from 0 (silence) to 1, while the component is there. */
export function useAudioLevel(sound: MediaStreamTrack | null, onLevel: (level: number) => void): void {
  const tell = useEffectEvent(onLevel)
  useEffect(() => {
    if (!sound || typeof AudioContext === 'undefined') return
    const loudness = openAudioLevel(sound)
    const timer = setInterval(() => tell(loudness.now()), LOOK_MS)
    return () => {
      clearInterval(timer)
      loudness.close()
    }
  }, [sound])
}
