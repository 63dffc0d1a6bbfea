export const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the start of the UTC day. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)
}

/** Returns the time some days later. */
export function addDays(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS)
}

/** Returns the UTC date, as `2026-01-31`. */
export function utcDate(time: Date): string {
  return time.toISOString().slice(0, 10)
}

/** Returns the start of the UTC week, which begins on Monday. */
export function startOfWeek(time: Date): Date {
  const day = startOfDay(time)
  return addDays(day, -((day.getUTCDay() + 6) % 7))
}
