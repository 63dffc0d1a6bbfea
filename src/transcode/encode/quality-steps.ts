export type AudioQuality = { channels: 1 | 2; bitrate: number }

type Step = { shortSide: number; crf: number; maxBitrate: number; audio: AudioQuality }

/** Audio costs as much as the smallest picture, so that it gets one channel. */
const STEPS: readonly Step[] = [
  { shortSide: 240, crf: 27, maxBitrate: 400_000, audio: { channels: 1, bitrate: 64_000 } },
  { shortSide: 360, crf: 26, maxBitrate: 800_000, audio: { channels: 2, bitrate: 96_000 } },
  { shortSide: 480, crf: 25, maxBitrate: 1_400_000, audio: { channels: 2, bitrate: 96_000 } },
  { shortSide: 720, crf: 24, maxBitrate: 2_800_000, audio: { channels: 2, bitrate: 128_000 } },
  { shortSide: 1080, crf: 23, maxBitrate: 5_000_000, audio: { channels: 2, bitrate: 128_000 } },
]
const LARGEST: Step = {
  shortSide: 4320,
  crf: 23,
  maxBitrate: 12_000_000,
  audio: { channels: 2, bitrate: 128_000 },
}

/** Without video, all data is used for audio. */
export const AUDIO_ONLY: AudioQuality = { channels: 2, bitrate: 96_000 }

/** Twice as many frames differ less from each other. */
export const HIGH_RATE_FACTOR = 1.5

export function stepFor(shortSide: number): Step {
  return STEPS.find((step) => shortSide <= step.shortSide) ?? LARGEST
}

/** The highest bits per second of a rendition at any frame rate; `maxShortSide` is null for audio only. */
export function maxBitrateOf(maxShortSide: number | null): number {
  if (maxShortSide === null) return AUDIO_ONLY.bitrate
  const { maxBitrate, audio } = stepFor(maxShortSide)
  return maxBitrate * HIGH_RATE_FACTOR + audio.bitrate
}
