/** What is this much quieter than the loudest that there can be is silence, in dB. */
const RANGE_DB = 60

/** Hears how loud a sound is at any moment, from 0 (silence) to 1, until it is closed. */
export function openAudioLevel(sound: MediaStreamTrack): { now: () => number; close: () => void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  context.createMediaStreamSource(new MediaStream([sound])).connect(analyser)
  // Until the page was touched the browser may hold it.
  context.resume().catch(console.warn)
  const samples = new Float32Array(analyser.fftSize)
  const now = () => {
    analyser.getFloatTimeDomainData(samples)
    return loudnessOf(samples)
  }
  return { now, close: () => void context.close().catch(console.warn) }
}

/** As ears hear it: each halving of the voltage is the same step. */
function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (power === 0) return 0
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / RANGE_DB))
}
