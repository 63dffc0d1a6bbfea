import { addMonths } from '#server/payments/billing-period.ts'

/** Returns the times of the monthly payments from `startedAt` until `until`, both included. */
export function paymentTimes(startedAt: Date, until: Date): Date[] {
  const times: Date[] = []
  for (let time = startedAt; time <= until; time = addMonths(startedAt, times.length)) times.push(time)
  return times
}
