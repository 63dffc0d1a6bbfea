/** Returns the same time of day `months` later, on the month's last day where it has no such day. In UTC. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(date.getUTCMonth() + months)
  // The 31st of a month with 30 days became the 1st of the next one.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/** Returns the times of the monthly payments from `startedAt` until `until`, both included. */
export function paymentTimes(startedAt: Date, until: Date): Date[] {
  const times: Date[] = []
  for (let time = startedAt; time <= until; time = addMonths(startedAt, times.length)) times.push(time)
  return times
}
