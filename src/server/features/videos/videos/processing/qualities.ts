import { z } from 'zod/mini'
import type { VideoFileRow } from '../schema.ts'

/*
 * The qualities of a video, by the name of their files: `480p`, of which 480 is the length of the shorter side, or `audio`;
 * what they cost, and in which order they are encoded.
 */

export const QUALITY = /^(\d{2,4}p|audio)$/
const AUDIO = 'audio'

/** Offered besides the source's own size: small enough for mobile data. */
const SHORT_SIDES = [240, 480]
const MAX_SHORT_SIDE = 1080
/** The smallest size that the transcoder makes. */
const MIN_SHORT_SIDE = 16
/** Minimum ratio of the source's own size to a smaller quality: smaller steps are skipped. */
const MIN_STEP = 1.2
/** In longer videos the smallest quality is encoded first, so that they can be watched sooner. */
const MAX_SECONDS_FOR_LARGER_FIRST_QUALITY = 600
const LARGER_FIRST_SHORT_SIDE = 480

export type Source = {
  /** Pixels; null for audio only. */
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number
  hasAudio: boolean
}

export type Size = Pick<Source, 'width' | 'height'>

/** The next encodings, until all qualities of a video are stored. */
export type EncodingPlan = {
  /** `first`: the video cannot be played before the first of them. */
  kind: 'first' | 'next'
  qualities: string[]
  costs: EncodingCosts
  /** The class of the first encoding. */
  durationClass: DurationClass
  /** Percentage of the processing that is done before these encodings. */
  percent: number
}

/** Plans the encodings of a video whose file was read; null when there are none. */
export function planEncodings(
  source: Source,
  costs: EncodingCosts,
  { files, isReady }: { files: readonly VideoFileRow[]; isReady: boolean },
): EncodingPlan | null {
  const qualities = allQualities(source)
  if (isReady) return planNext(source, costs, { stored: storedQualities(files), remaining: qualities })
  const first = firstQuality(qualities, source)
  if (first === undefined) return null
  const remaining = [first, ...qualities.filter((quality) => quality !== first)]
  const plan = planNext(source, costs, { stored: [], remaining })
  return plan && { ...plan, kind: 'first' }
}

type QualityLists = { stored: readonly string[]; remaining: readonly string[] }

/** Plans the encodings that remain, without those that are stored; null when there are none. */
export function planNext(
  source: Size & { duration: number },
  costs: EncodingCosts,
  { stored, remaining }: QualityLists,
): EncodingPlan | null {
  const qualities = remaining.filter((quality) => !stored.includes(quality))
  const [first] = qualities
  if (first === undefined) return null
  const percent = Math.floor(percentOf(source, { stored, remaining: qualities }))
  return { kind: 'next', qualities, costs, durationClass: durationClassOf(first, source, costs), percent }
}

/** The part of the processing before the first quality: reading and copying. */
export const PREPARATION_PERCENT = 5

/** Returns the percentage of the processing that is done once the `stored` qualities are. */
export function percentOf(source: Size, { stored, remaining }: QualityLists): number {
  const sum = (qualities: readonly string[]) =>
    qualities.reduce((total, quality) => total + costOf(quality, source), 0)
  const done = sum(stored)
  return PREPARATION_PERCENT + (100 - PREPARATION_PERCENT) * (done / (done + sum(remaining)))
}

/** Returns the qualities that a video gets, the cheapest first. */
function allQualities({ width, height, hasAudio }: Source): string[] {
  const shortSides = width === null || height === null ? [] : shortSidesOf(Math.min(width, height))
  return [...(hasAudio ? [AUDIO] : []), ...shortSides.map((shortSide) => `${shortSide}p`)]
}

function shortSidesOf(source: number): number[] {
  const own = Math.max(MIN_SHORT_SIDE, Math.min(MAX_SHORT_SIDE, source))
  return [...SHORT_SIDES.filter((shortSide) => shortSide * MIN_STEP <= own), own]
}

/** Returns the quality that is encoded first, for a video that browsers cannot play otherwise; undefined for audio only. */
function firstQuality(qualities: readonly string[], { duration }: Source): string | undefined {
  const pictures = qualities.filter((quality) => quality !== AUDIO)
  if (duration > MAX_SECONDS_FOR_LARGER_FIRST_QUALITY) return pictures[0]
  return pictures.findLast((quality) => (shortSideOf(quality) ?? 0) <= LARGER_FIRST_SHORT_SIDE) ?? pictures[0]
}

/** Returns the length of the shorter side in pixels; null for audio only. */
export function shortSideOf(quality: string): number | null {
  return quality === AUDIO ? null : Number.parseInt(quality, 10)
}

export const renditionFileName = (quality: string) => `${quality}.mp4`

/** Returns the qualities that are stored already. */
export function storedQualities(files: readonly VideoFileRow[]): string[] {
  return files
    .filter(({ kind }) => kind === 'rendition' || kind === 'audio')
    .map(({ name }) => name.replace(/\.mp4$/, ''))
}

/** Decoding costs much less than encoding; audio as much as a small picture. */
const DECODING = 0.15
const AUDIO_COST = 30_000

/** Returns the relative cost of a quality of a video, in encoded pixels per frame. */
function costOf(quality: string, { width, height }: Size): number {
  const shortSide = shortSideOf(quality)
  if (shortSide === null || width === null || height === null) return AUDIO_COST
  const factor = Math.min(1, shortSide / Math.min(width, height))
  return width * height * (DECODING + factor ** 2)
}

/** Encodings by estimated duration. Each class has its own queues, and limits that do not depend on the file's header. */
export const DURATION_CLASSES = ['short', 'medium', 'long'] as const
export type DurationClass = (typeof DURATION_CLASSES)[number]

type ClassLimits = {
  /** Encodings that are estimated to take longer begin in the next duration class. */
  maxEstimatedSeconds: number
  /** An encoding that takes more processor time is aborted, and restarts in the next duration class. */
  maxCpuMs: number
  /** The same limit in elapsed time, which a very busy machine may exceed. */
  maxMs: number
  /** The operating system's priority: on a busy machine, short encodings get most of the processor time. */
  niceness: number
}

export const CLASS_LIMITS: Record<DurationClass, ClassLimits> = {
  short: { maxEstimatedSeconds: 3, maxCpuMs: 6000, maxMs: 60_000, niceness: 10 },
  medium: { maxEstimatedSeconds: 200, maxCpuMs: 10 * 60_000, maxMs: 30 * 60_000, niceness: 15 },
  long: { maxEstimatedSeconds: Infinity, maxCpuMs: Infinity, maxMs: Infinity, niceness: 19 },
}

/** Pixels of `costOf` that one thread of a common processor encodes in a second. */
const PIXELS_PER_SECOND = 100_000_000
/** Lower frame rates are not believed: a file's header may be wrong. */
const MIN_FRAME_RATE = 30
/** The cost of the smallest picture. */
const MIN_PIXELS = 20_000

/** Known costs of a video's encodings: its frame rate, and the class that an earlier encoding needed. */
export const encodingCosts = z.object({
  frameRate: z.optional(z.number()),
  minClass: z.optional(z.enum(DURATION_CLASSES)),
})
export type EncodingCosts = z.output<typeof encodingCosts>

/** Returns the duration class in which the encoding of a quality starts. */
export function durationClassOf(
  quality: string,
  source: Size & { duration: number },
  { frameRate = MIN_FRAME_RATE, minClass = 'short' }: EncodingCosts = {},
): DurationClass {
  const frames = Math.max(MIN_FRAME_RATE, frameRate) * source.duration
  const seconds = (Math.max(MIN_PIXELS, costOf(quality, source)) * frames) / PIXELS_PER_SECOND
  const possible = DURATION_CLASSES.slice(DURATION_CLASSES.indexOf(minClass))
  return (
    possible.find((durationClass) => seconds <= CLASS_LIMITS[durationClass].maxEstimatedSeconds) ?? 'long'
  )
}

/** Returns the duration class for an encoding that took too long in this one; undefined after the last. */
export function nextDurationClass(durationClass: DurationClass): DurationClass | undefined {
  return DURATION_CLASSES[DURATION_CLASSES.indexOf(durationClass) + 1]
}
