export type TimeDistance = {
  unit: 'lessThanMinute' | 'minutes' | 'hours' | 'days' | 'aboutMonths' | 'months' | Years
  count: number
}
type Years = 'aboutYears' | 'overYears' | 'almostYears'

const HOUR = 60
const DAY = 24 * HOUR
const MONTH = 30 * DAY

/** Returns the distance between two times in the wording of date-fns, such as 'about 1 hour'. */
export function timeDistance(from: Date, to: Date): TimeDistance {
  const minutes = Math.round(Math.max(0, to.getTime() - from.getTime()) / 60_000)
  if (minutes < 1) return { unit: 'lessThanMinute', count: 1 }
  if (minutes < 45) return { unit: 'minutes', count: minutes }
  if (minutes < DAY) return { unit: 'hours', count: Math.round(minutes / HOUR) }
  // Two days begin at 1.75 days.
  if (minutes < 1.75 * DAY) return { unit: 'days', count: 1 }
  if (minutes < MONTH) return { unit: 'days', count: Math.round(minutes / DAY) }
  if (minutes < 2 * MONTH) return { unit: 'aboutMonths', count: Math.round(minutes / MONTH) }
  const months = fullMonths(from, to)
  return months < 12 ? { unit: 'months', count: Math.round(minutes / MONTH) } : distanceInYears(months)
}

function distanceInYears(months: number): TimeDistance {
  const years = Math.floor(months / 12)
  if (months % 12 < 3) return { unit: 'aboutYears', count: years }
  if (months % 12 < 9) return { unit: 'overYears', count: years }
  return { unit: 'almostYears', count: years + 1 }
}

/** Calendar months; the last one counts when its day and time have been reached. */
function fullMonths(from: Date, to: Date): number {
  const months = (to.getFullYear() - from.getFullYear()) * 12 + to.getMonth() - from.getMonth()
  const anniversary = new Date(to)
  anniversary.setMonth(to.getMonth() - months)
  return anniversary < from ? months - 1 : months
}
