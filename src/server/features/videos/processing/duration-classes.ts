import { type Size, costOf } from './qualities.ts'

/** Groups of encodings by how long they take: each has queues of its own, and a limit that holds whatever a file claims. */
export const DURATION_CLASSES = ['short', 'medium', 'long'] as const
export type DurationClass = (typeof DURATION_CLASSES)[number]

type Rules = {
  /** Encodings that are estimated to take longer begin in the next duration class. */
  maxEstimatedSeconds: number
  /** After this time an encoding is given up, and begins again in the next duration class. */
  limitMs: number
  /** Of the operating system: when processors are scarce, short encodings get most of them. */
  niceness: number
}

export const CLASS_RULES: Record<DurationClass, Rules> = {
  short: { maxEstimatedSeconds: 8, limitMs: 20_000, niceness: 10 },
  medium: { maxEstimatedSeconds: 200, limitMs: 10 * 60_000, niceness: 15 },
  long: { maxEstimatedSeconds: Infinity, limitMs: Infinity, niceness: 19 },
}

/** Pixels of `costOf` that one thread of a common processor encodes in a second, and the usual frames of a second. */
const [PIXELS_PER_SECOND, FRAMES_PER_SECOND] = [100_000_000, 30]
/** What the smallest picture costs. */
const MIN_PIXELS = 20_000

/** Returns the duration class in which the encoding of a quality begins. */
export function durationClassOf(quality: string, source: Size & { duration: number }): DurationClass {
  const seconds =
    (Math.max(MIN_PIXELS, costOf(quality, source)) * FRAMES_PER_SECOND * source.duration) / PIXELS_PER_SECOND
  return (
    DURATION_CLASSES.find((durationClass) => seconds <= CLASS_RULES[durationClass].maxEstimatedSeconds) ??
    'long'
  )
}

/** Returns the duration class for an encoding that took too long in this one; undefined after the last. */
export function nextClass(durationClass: DurationClass): DurationClass | undefined {
  return DURATION_CLASSES[DURATION_CLASSES.indexOf(durationClass) + 1]
}
