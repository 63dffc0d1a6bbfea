/** Rhythms of five intervals, 16 pulses in total. Used only as counting schemes: never show their names. */
export const TIMELINES = [
  [4, 2, 4, 2, 4],
  [3, 3, 4, 2, 4],
  [3, 3, 4, 1, 5],
  [3, 4, 3, 2, 4],
  [3, 3, 4, 3, 3],
  [3, 3, 4, 4, 2],
] as const

/** Pulses per bar. */
export const BAR = 16
