import type { ProviderPlan } from './payment-provider.ts'

type Period = Pick<ProviderPlan, 'interval' | 'intervalCount'>

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const
/** Providers collect a renewal up to this long before it is due. */
const MAX_EARLY_MS = 2 * DAY_MS

/** Returns the same time of day `months` later, on the month's last day where it has no such day. In UTC. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date)
  moved.setUTCMonth(date.getUTCMonth() + months)
  // The 31st of a month with 30 days became the 1st of the next one.
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0)
  return moved
}

/**
 * Returns the end of the period that a payment is for. Periods follow each other from the first payment on, so that a late
 * payment does not move them.
 */
export function periodEnd(
  period: Period,
  { firstPaidAt, paidAt }: { firstPaidAt: Date; paidAt: Date },
): Date {
  const lengthMs = DAYS[period.interval] * period.intervalCount * DAY_MS
  const from = paidAt.getTime() + Math.min(MAX_EARLY_MS, lengthMs / 4)
  // No period is a tenth longer than `lengthMs`: the first guess is never too late.
  let periods = Math.max(1, Math.floor((from - firstPaidAt.getTime()) / (lengthMs * 1.1)))
  while (addPeriods(firstPaidAt, period, periods).getTime() <= from) periods += 1
  return addPeriods(firstPaidAt, period, periods)
}

function addPeriods(date: Date, { interval, intervalCount }: Period, count: number): Date {
  if (interval === 'month') return addMonths(date, count * intervalCount)
  if (interval === 'year') return addMonths(date, 12 * count * intervalCount)
  return new Date(date.getTime() + count * intervalCount * DAYS[interval] * DAY_MS)
}
