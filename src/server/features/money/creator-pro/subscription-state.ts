import type { CreatorProStatus } from '#shared/money/creator-pro.ts'
import { periodEnd } from '#server/payments/billing-period.ts'
import type { ProviderSubscription } from '#server/payments/payment-provider.ts'
import type { SubscriptionPaymentRow, SubscriptionRow } from './schema.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The provider refuses the approval of older subscriptions. */
export const PENDING_EXPIRES_MS = 3 * HOUR_MS

type Payment = Pick<SubscriptionPaymentRow, 'status' | 'paidAt'>
export type SubscriptionState = Pick<
  SubscriptionRow,
  'status' | 'nextBillingAt' | 'failedPayments' | 'premiumUntil' | 'nextCheckAt'
>

/**
 * Returns the new values of a subscription's row, from the provider's state and all payments, independent of the old values.
 * @param isAbandoned the subscription must not be approved any more
 */
export function toSubscriptionState(
  row: SubscriptionRow,
  providerSubscription: Pick<ProviderSubscription, 'status' | 'nextBillingAt' | 'failedPayments'> | null,
  payments: readonly Payment[],
  { now, graceMs, isAbandoned }: { now: Date; graceMs: number; isAbandoned: boolean },
): SubscriptionState {
  // A subscription that the provider no longer knows has ended.
  const { status, nextBillingAt, failedPayments } = providerSubscription ?? UNKNOWN_TO_PROVIDER
  if (status === 'pending') return pendingState(row, now, isAbandoned)
  const isLive = status === 'active' || status === 'suspended'
  const paid = coverage(row, payments)
  const grace = isLive && paid.until && !paid.isLastPaymentReturned ? graceMs : 0
  // The provider reports the first payment some time after the start.
  const isStarting = status === 'active' && failedPayments === 0 && payments.length === 0
  const coveredUntil = isStarting ? nextBillingAt : paid.until
  const premiumUntil = coveredUntil && new Date(coveredUntil.getTime() + grace)
  const times = { now, coveredUntil, premiumUntil }
  const nextCheckAt = isLive ? nextLiveCheck(times) : nextEndedCheck(times)
  return { status, nextBillingAt, failedPayments, premiumUntil, nextCheckAt }
}

const UNKNOWN_TO_PROVIDER = { status: 'expired', nextBillingAt: null, failedPayments: 0 } as const

function pendingState({ createdAt }: SubscriptionRow, now: Date, isAbandoned: boolean): SubscriptionState {
  const age = now.getTime() - createdAt.getTime()
  const isOver = isAbandoned || age > PENDING_EXPIRES_MS
  return {
    status: isOver ? 'expired' : 'pending',
    nextBillingAt: null,
    failedPayments: 0,
    premiumUntil: null,
    // Backs off with the age, so that unapproved subscriptions do not delay others.
    nextCheckAt: isOver ? null : new Date(now.getTime() + Math.max(5 * MINUTE_MS, age)),
  }
}

/** Returns the end of the paid period, and whether the newest payment was refunded or reversed. */
function coverage(row: SubscriptionRow, payments: readonly Payment[]) {
  const made = payments
    .filter(({ status }) => status !== 'pending' && status !== 'failed')
    .toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
  const firstPaidAt = made[0]?.paidAt
  const lastPaidAt = made.findLast(({ status }) => status === 'completed')?.paidAt
  return {
    until: firstPaidAt && lastPaidAt ? periodEnd(row, { firstPaidAt, paidAt: lastPaidAt }) : null,
    isLastPaymentReturned: made.at(-1)?.status !== 'completed',
  }
}

type Times = { now: Date; coveredUntil: Date | null; premiumUntil: Date | null }

/** Daily, at the time of a renewal, and then hourly until it is paid. */
function nextLiveCheck({ now, coveredUntil, premiumUntil }: Times): Date {
  const [hour, day] = [now.getTime() + HOUR_MS, now.getTime() + DAY_MS]
  if (coveredUntil && coveredUntil > now) return new Date(Math.min(coveredUntil.getTime(), day))
  if (premiumUntil && premiumUntil > now) return new Date(Math.min(premiumUntil.getTime(), hour))
  return new Date(hour)
}

function nextEndedCheck({ now, premiumUntil }: Times): Date | null {
  return premiumUntil && premiumUntil > now
    ? new Date(Math.min(premiumUntil.getTime(), now.getTime() + DAY_MS))
    : null
}

/** Returns the status as the API names it. */
export function toCreatorProStatus(
  { status, failedPayments, premiumUntil }: SubscriptionRow,
  now: Date,
): CreatorProStatus {
  const isPremium = premiumUntil !== null && premiumUntil > now
  switch (status) {
    case 'pending':
      return 'pending'
    case 'active':
    case 'suspended':
      if (!isPremium) return 'suspended'
      return status === 'active' && failedPayments === 0 ? 'active' : 'grace'
    case 'cancelled':
    case 'expired':
      return isPremium ? 'cancelled' : 'none'
    default:
      return status satisfies never
  }
}
