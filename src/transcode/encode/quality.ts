import { type Rate, halvedRate, isHigh, toNumber } from '../input/frame-rate.ts'
import type { Size } from '../input/picture-size.ts'
import { type AudioQuality, HIGH_RATE_FACTOR, stepFor } from './quality-steps.ts'

/** How a video is encoded. Rates are bits per second. */
export type VideoQuality = Size & {
  rate: Rate
  /** Frames from one keyframe to the next. */
  keyframeDistance: number
  /** Constant quality of x264; lower is better. */
  crf: number
  maxBitrate: number
}

const SEGMENT_SECONDS = 4
/** The value of x264 with the preset `veryfast`. */
const MAX_REORDERED_FRAMES = 2
/** From this size on, frame rates above 30 are kept. */
const MIN_SHORT_SIDE_OF_HIGH_RATE = 700

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

/** An even number of frames where small pictures halve the rate, so that their keyframes have the same times. */
function keyframeDistance(rate: Rate): number {
  const base = toNumber(halvedRate(rate))
  return Math.max(1, Math.round(SEGMENT_SECONDS * base)) * (isHigh(rate) ? 2 : 1)
}

/** Returns the size with the shorter side reduced to the maximum. Sides are even, as 4:2:0 requires. */
function fitShortSide({ width, height }: Size, maxShortSide: number): Size {
  const factor = Math.min(1, maxShortSide / Math.min(width, height))
  const even = (length: number) => Math.max(2, Math.round((length * factor) / 2) * 2)
  return { width: even(width), height: even(height) }
}
