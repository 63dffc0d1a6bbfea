/** Five intervals, 16 pulses in all. They are counting schemes here; never print their names. */
export const TIMELINES = [
  [4, 2, 4, 2, 4],
  [3, 3, 4, 2, 4],
  [3, 3, 4, 1, 5],
  [3, 4, 3, 2, 4],
  [3, 3, 4, 3, 3],
  [3, 3, 4, 4, 2],
] as const

/** Pulses of a bar. */
export const BAR = 16
