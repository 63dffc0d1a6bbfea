import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type {
  PaymentProvider,
  ProviderSubscription,
  SubscriptionPayment,
} from '#server/payments/payment-provider.ts'
import { listPayments } from './payment-queries.ts'
import {
  findSubscription,
  lockSubscription,
  setNextCheck,
  updateSubscriber,
  updateSubscription,
} from './queries.ts'
import { recordPayments, reversePayment } from './record-payments.ts'
import type { SubscriptionRow } from './schema.ts'
import { type SubscriptionState, toSubscriptionState } from './subscription-state.ts'

export type SyncDependencies = Pick<Context, 'db' | 'log' | 'settings'>
type Observation = { providerSubscription: ProviderSubscription | null; reported: SubscriptionPayment[] }
type Options = {
  /** The subscription must not be approved any more. */
  isAbandoned?: boolean
  /** The provider's id of a payment that the payer's bank reversed. */
  reversedPaymentId?: string | undefined
}

const DAY_MS = 24 * 60 * 60 * 1000
/** Older payments are no longer refunded. */
const MAX_PAYMENT_AGE_MS = 200 * DAY_MS
const MAX_READS = 5

/**
 * Updates our records to the state of the provider's subscription: payments with ledger entries, and the subscriber's benefits.
 * Safe to repeat, in any order of events. Throws `PaymentError`.
 */
export async function syncSubscription(
  dependencies: SyncDependencies,
  provider: PaymentProvider,
  id: string,
  options: Options = {},
): Promise<SubscriptionRow> {
  const { db } = dependencies
  for (let reads = 0; reads < MAX_READS; reads++) {
    const row = await findSubscription(db, id)
    if (!row || row.providerSubscriptionId === null)
      throw new Error(`the subscription ${id} is not at its provider`)
    const observation = await observe(provider, row.providerSubscriptionId)
    const stored = await db.transaction(async (tx) => {
      const locked = await lockSubscription(tx, id)
      // A concurrent read was stored meanwhile, and may be newer: read again.
      if (locked.version !== row.version) return undefined
      return apply(dependencies, tx, locked, { ...observation, ...options })
    })
    if (stored) return stored
  }
  throw new Error(`the subscription ${id} changes all the time`)
}

async function observe(provider: PaymentProvider, providerId: string): Promise<Observation> {
  const providerSubscription = await provider.getSubscription(providerId)
  if (!providerSubscription || providerSubscription.status === 'pending')
    return { providerSubscription, reported: [] }
  const now = Date.now()
  const reported = await provider.listSubscriptionPayments(providerId, {
    from: new Date(now - MAX_PAYMENT_AGE_MS),
    // The provider's clock may be ahead.
    to: new Date(now + DAY_MS),
  })
  return { providerSubscription, reported }
}

async function apply(
  { log, settings }: SyncDependencies,
  tx: Executor,
  row: SubscriptionRow,
  { providerSubscription, reported, isAbandoned = false, reversedPaymentId }: Observation & Options,
): Promise<SubscriptionRow> {
  if (
    providerSubscription &&
    (providerSubscription.reference !== row.id || providerSubscription.planId !== row.planId)
  ) {
    log.error({ subscription: row.id }, 'a subscription differs from the one at its provider')
    return row
  }
  const hasPaymentChanged = await recordPayments(tx, row, reported)
  const isReversed = reversedPaymentId !== undefined && (await reversePayment(tx, row, reversedPaymentId))
  const now = new Date()
  const graceMs = settings.get('payments.creatorProGraceDays') * DAY_MS
  const state = toSubscriptionState(row, providerSubscription, await listPayments(tx, row.id), {
    now,
    graceMs,
    isAbandoned,
  })
  // An unchanged state does not invalidate concurrent reads.
  const hasChanged = isReversed || hasPaymentChanged || hasStateChanged(row, state)
  const stored = hasChanged
    ? await updateSubscription(tx, row.id, state)
    : await setNextCheck(tx, row.id, state.nextCheckAt)
  if (row.userId !== null)
    await updateSubscriber(tx, row.userId, {
      now,
      hasChanged,
      subscriber: subscriberOf(row, providerSubscription),
    })
  return stored
}

const hasStateChanged = (row: SubscriptionRow, state: SubscriptionState): boolean =>
  row.status !== state.status ||
  row.failedPayments !== state.failedPayments ||
  row.premiumUntil?.getTime() !== state.premiumUntil?.getTime() ||
  row.nextBillingAt?.getTime() !== state.nextBillingAt?.getTime()

/** Returns undefined for an ended subscription, which must not replace a live one. */
function subscriberOf(
  { providerSubscriptionId }: SubscriptionRow,
  providerSubscription: ProviderSubscription | null,
) {
  const isLive = providerSubscription?.status === 'active' || providerSubscription?.status === 'suspended'
  return isLive && providerSubscriptionId !== null
    ? { subscriptionId: providerSubscriptionId, customerId: providerSubscription.subscriberId }
    : undefined
}
