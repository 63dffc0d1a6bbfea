import { type Size, costOf } from './qualities.ts'

/** Groups of encodings by how long they take: each has queues of its own, and a limit that holds whatever a file claims. */
export const LANES = ['short', 'medium', 'long'] as const
export type Lane = (typeof LANES)[number]

type Rules = {
  /** Encodings that are estimated to take longer begin in the next lane. */
  maxEstimatedSeconds: number
  /** After this time an encoding is given up, and begins again in the next lane. */
  limitMs: number
  /** Of the operating system: when processors are scarce, short encodings get most of them. */
  niceness: number
}

export const LANE_RULES: Record<Lane, Rules> = {
  short: { maxEstimatedSeconds: 8, limitMs: 20_000, niceness: 10 },
  medium: { maxEstimatedSeconds: 200, limitMs: 10 * 60_000, niceness: 15 },
  long: { maxEstimatedSeconds: Infinity, limitMs: Infinity, niceness: 19 },
}

/** Pixels of `costOf` that one thread of a common processor encodes in a second, and the usual frames of a second. */
const [PIXELS_PER_SECOND, FRAMES_PER_SECOND] = [100_000_000, 30]
/** What the smallest picture costs. */
const MIN_PIXELS = 20_000

/** Returns the lane in which the encoding of a quality begins. */
export function laneOf(quality: string, source: Size & { duration: number }): Lane {
  const seconds =
    (Math.max(MIN_PIXELS, costOf(quality, source)) * FRAMES_PER_SECOND * source.duration) / PIXELS_PER_SECOND
  return LANES.find((lane) => seconds <= LANE_RULES[lane].maxEstimatedSeconds) ?? 'long'
}

/** Returns the lane for an encoding that took too long in this one; undefined after the last. */
export function nextLane(lane: Lane): Lane | undefined {
  return LANES[LANES.indexOf(lane) + 1]
}
