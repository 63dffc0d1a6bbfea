import { z } from 'zod/mini'
import { type Size, costOf } from './qualities.ts'

/** Groups of encodings by how long they take: each has queues of its own, and a limit that holds whatever a file claims. */
export const DURATION_CLASSES = ['short', 'medium', 'long'] as const
export type DurationClass = (typeof DURATION_CLASSES)[number]

type Rules = {
  /** Encodings that are estimated to take longer begin in the next duration class. */
  maxEstimatedSeconds: number
  /** After this processor time an encoding is given up, and begins again in the next duration class. */
  maxCpuMs: number
  /** The same for its duration, on a machine that is very busy. */
  maxMs: number
  /** Of the operating system: when processors are scarce, short encodings get most of them. */
  niceness: number
}

export const CLASS_RULES: Record<DurationClass, Rules> = {
  short: { maxEstimatedSeconds: 3, maxCpuMs: 6000, maxMs: 60_000, niceness: 10 },
  medium: { maxEstimatedSeconds: 200, maxCpuMs: 10 * 60_000, maxMs: 30 * 60_000, niceness: 15 },
  long: { maxEstimatedSeconds: Infinity, maxCpuMs: Infinity, maxMs: Infinity, niceness: 19 },
}

/** Pixels of `costOf` that one thread of a common processor encodes in a second. */
const PIXELS_PER_SECOND = 100_000_000
/** A header may claim fewer frames a second than there are. */
const MIN_FRAME_RATE = 30
/** The cost of the smallest picture. */
const MIN_PIXELS = 20_000

/** The known cost of a video's encodings: its frames in a second, and the class that an earlier one needed. */
export const encodingCosts = z.object({
  frameRate: z.optional(z.number()),
  minClass: z.optional(z.enum(DURATION_CLASSES)),
})
export type EncodingCosts = z.output<typeof encodingCosts>

/** Returns the duration class in which the encoding of a quality begins. */
export function durationClassOf(
  quality: string,
  source: Size & { duration: number },
  { frameRate = MIN_FRAME_RATE, minClass = 'short' }: EncodingCosts = {},
): DurationClass {
  const frames = Math.max(MIN_FRAME_RATE, frameRate) * source.duration
  const seconds = (Math.max(MIN_PIXELS, costOf(quality, source)) * frames) / PIXELS_PER_SECOND
  const possible = DURATION_CLASSES.slice(DURATION_CLASSES.indexOf(minClass))
  return possible.find((durationClass) => seconds <= CLASS_RULES[durationClass].maxEstimatedSeconds) ?? 'long'
}

/** Returns the duration class for an encoding that took too long in this one; undefined after the last. */
export function nextClass(durationClass: DurationClass): DurationClass | undefined {
  return DURATION_CLASSES[DURATION_CLASSES.indexOf(durationClass) + 1]
}
