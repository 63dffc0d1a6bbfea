const DAY = 24 * 60 * 60

/** Up to a billion: 1, 2, 5, 10, 20, … */
export const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat()
/** In whole days, as ticks are labelled with dates: several ticks within a day would repeat its label. */
export const DAY_STEPS = [1, 2, 3, 5, 7, 14, 28, 56, 91, 182, 364, 728].map((days) => days * DAY)

/** An axis ends at the highest figure, or at one unit without figures. */
export const topOf = (max: number | null): number => (max ? max * 1.08 : 1)

/** A single day is in the middle of the day before and the day after. */
export function rangeOfDays(min: number, max: number): [number, number] {
  return min === max ? [min - DAY, max + DAY] : [min, max]
}
