import { useEffect, useEffectEvent } from 'react'

/** Between two looks, in ms. */
const LOOK_MS = 100
/** What is this much quieter than the loudest that there can be is silence, in dB. */
const RANGE_DB = 60

/** Tells ten times a second how loud a sound is, from 0 (silence) to 1, while the component is there. */
export function useLevel(sound: MediaStreamTrack | null, onLevel: (level: number) => void): void {
  const tell = useEffectEvent(onLevel)
  useEffect(() => {
    if (!sound || typeof AudioContext === 'undefined') return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream([sound])).connect(analyser)
    // Until the page was touched the browser may hold it.
    context.resume().catch(console.warn)
    const samples = new Float32Array(analyser.fftSize)
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      tell(loudnessOf(samples))
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      context.close().catch(console.warn)
    }
  }, [sound])
}

/** As ears hear it: each halving of the voltage is the same step. */
export function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (power === 0) return 0
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / RANGE_DB))
}
