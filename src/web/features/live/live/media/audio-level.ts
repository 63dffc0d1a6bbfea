/** A level this far below full scale counts as silence, in dB. */
const RANGE_DB = 60
/** Samples per reading: 170 ms at 48 kHz. A caller that reads more often than that misses no sound. */
const SAMPLES = 8192

/** Measures the loudness of a track, from 0 (silence) to 1. `now` returns that of the last moment; `close` releases it. */
export function openAudioLevel(track: MediaStreamTrack): { now: () => number; close: () => void } {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
  // Browsers suspend an AudioContext until the first user gesture.
  context.resume().catch(console.warn)
  const samples = new Float32Array(SAMPLES)
  const now = () => {
    analyser.getFloatTimeDomainData(samples)
    return loudnessOf(samples)
  }
  return { now, close: () => void context.close().catch(console.warn) }
}

/** Converts the RMS power to a logarithmic scale, as loudness is perceived. */
function loudnessOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  if (power === 0) return 0
  return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power)) / RANGE_DB))
}
