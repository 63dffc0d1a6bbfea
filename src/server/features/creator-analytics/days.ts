export const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the start of the UTC day. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
}

/** Returns the time some days later. */
export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS)
}
