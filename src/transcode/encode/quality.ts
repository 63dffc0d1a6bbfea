import { type Rate, halvedRate, isHigh, toNumber } from '../input/frame-rate.ts'
import type { Size } from '../input/picture-size.ts'

/** How a video is encoded. Rates are bits per second. */
export type VideoQuality = Size & {
  rate: Rate
  /** Frames from one keyframe to the next. */
  keyframeDistance: number
  /** Constant quality of x264; lower is better. */
  crf: number
  maxBitrate: number
}

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
  ...STEPS[4],
  shortSide: 4320,
  crf: 23,
  maxBitrate: 12_000_000,
  audio: { channels: 2, bitrate: 128_000 },
}

/** Without video, audio is what the data are spent on. */
export const AUDIO_ONLY: AudioQuality = { channels: 2, bitrate: 96_000 }

const SEGMENT_SECONDS = 4
/** Of x264 with the preset `veryfast`. */
const MAX_REORDERED_FRAMES = 2
/** From here on, pictures keep rates above 30. */
const MIN_SHORT_SIDE_OF_HIGH_RATE = 700
/** Twice as many frames differ less from each other. */
const HIGH_RATE_FACTOR = 1.5

/** Decides how a source of this displayed size and rate is encoded for a rendition. */
export function qualityFor(source: Size & { rate: Rate }, maxShortSide: number): VideoQuality {
  const size = fitShortSide(source, maxShortSide)
  const shortSide = Math.min(size.width, size.height)
  const step = stepFor(shortSide)
  const keepsRate = shortSide >= MIN_SHORT_SIDE_OF_HIGH_RATE
  const rate = keepsRate ? source.rate : halvedRate(source.rate)
  return {
    ...size,
    rate,
    keyframeDistance: keyframeDistance(source.rate) / (rate === source.rate ? 1 : 2),
    crf: step.crf,
    maxBitrate: Math.round(step.maxBitrate * (isHigh(rate) ? HIGH_RATE_FACTOR : 1)),
  }
}

export const audioQualityFor = (maxShortSide: number): AudioQuality => stepFor(maxShortSide).audio

/** The duration of every segment but the last, in seconds: the same for all renditions of a source. */
export function segmentSeconds(rate: Rate): number {
  return keyframeDistance(rate) / toNumber(rate)
}

/**
 * The time of the first frame in every rendition, in seconds. Frames are decoded up to two frames before they are shown,
 * and fragments have no negative times: without an offset FFmpeg would move each rendition by another time.
 */
export function startOffset(rate: Rate): number {
  return MAX_REORDERED_FRAMES / toNumber(halvedRate(rate))
}

/** Even for rates that small pictures halve, so that their keyframes have the same times. */
function keyframeDistance(rate: Rate): number {
  const base = toNumber(halvedRate(rate))
  return Math.max(1, Math.round(SEGMENT_SECONDS * base)) * (isHigh(rate) ? 2 : 1)
}

function stepFor(shortSide: number): Step {
  return STEPS.find((step) => shortSide <= step.shortSide) ?? LARGEST
}

/** Returns the size with the shorter side reduced to the maximum. Sides are even, as 4:2:0 requires. */
function fitShortSide({ width, height }: Size, maxShortSide: number): Size {
  const factor = Math.min(1, maxShortSide / Math.min(width, height))
  const even = (length: number) => Math.max(2, Math.round((length * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}
