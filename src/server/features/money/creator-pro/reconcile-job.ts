import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/logs/queries.ts'
import type { PaymentEventPayload } from '#server/features/money/payments/event-job.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import {
  type DueSubscription,
  findSubscription,
  findSubscriptionByPayment,
  findSubscriptionByProviderId,
  listDueSubscriptions,
  setNextCheck,
  updateSubscriber,
} from './queries.ts'
import type { SubscriptionRow } from './schema.ts'
import { abandonSubscription } from './subscribe.ts'
import { PENDING_EXPIRES_MS } from './subscription-state.ts'
import { type SyncDependencies, syncSubscription } from './sync-subscription.ts'

type Dependencies = SyncDependencies & Pick<Context, 'payments'>

/**
 * Reads subscriptions from the provider whose state may have changed unnoticed: due renewals, unpaid subscriptions, ends of
 * paid periods, approvals. Cancels subscriptions of deleted or deactivated accounts.
 */
export const reconcileSubscriptions = defineJob({
  name: 'creatorPro.reconcile',
  payload: noPayload,
  ...RETRIES.reconciliation,
})

const RETRY_MS = 60 * 60 * 1000
/** Limit of the subscriptions that one run reads; the next run reads the rest. */
const MAX_SUBSCRIPTIONS = 200

export const subscriptionsHandler = (dependencies: Dependencies): JobHandler =>
  handleJob(
    reconcileSubscriptions,
    async (_payload, { signal }) => {
      const now = new Date()
      const retryAt = new Date(now.getTime() + RETRY_MS)
      const { db } = dependencies
      for (const due of await listDueSubscriptions(db, {
        payments: dependencies.payments,
        now,
        retryAt,
        limit: MAX_SUBSCRIPTIONS,
      })) {
        signal.throwIfAborted()
        // Rescheduled first, so that a subscription with an error does not delay the others in each run.
        await setNextCheck(db, due.row.id, retryAt)
        await reconcile(dependencies, due)
      }
    },
    { cron: '*/5 * * * *', atStart: true },
  )

async function reconcile(
  dependencies: Dependencies,
  { row, mustBeCancelled }: DueSubscription,
): Promise<void> {
  const { db, log, payments } = dependencies
  try {
    if (isOfProvider(row, payments))
      return await syncOrExpire(dependencies, payments, { row, mustBeCancelled })
    // The provider of an earlier configuration cannot be queried: the benefits end with the paid period.
    if (row.userId !== null) await updateSubscriber(db, row.userId, { now: new Date(), hasChanged: false })
    if (row.premiumUntil === null || row.premiumUntil <= new Date()) await setNextCheck(db, row.id, null)
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'unavailable') throw error
    log.error({ err: error, subscription: row.id }, 'a subscription could not be reconciled')
  }
}

async function syncOrExpire(
  dependencies: Dependencies,
  provider: PaymentProvider,
  { row, mustBeCancelled }: DueSubscription,
): Promise<void> {
  const { createdAt, providerSubscriptionId, status } = row
  const hasExpired = Date.now() - createdAt.getTime() > PENDING_EXPIRES_MS
  if (status === 'pending' && hasExpired) {
    await abandonSubscription(dependencies, provider, row)
    return
  }
  // The provider's response was lost: the subscriber has no URL to approve at, and may subscribe again.
  if (providerSubscriptionId === null) return
  if (mustBeCancelled) await provider.cancelSubscription(providerSubscriptionId)
  await syncSubscription(dependencies, provider, row.id)
}

/**
 * Applies an event of the provider about a subscription; ignores subscriptions that are not ours. Throws for a reversal of an
 * unknown payment, which may not be recorded yet.
 */
export async function applySubscriptionEvent(
  dependencies: Dependencies,
  { id: eventId, reversal, subject }: PaymentEventPayload,
): Promise<void> {
  const { db, payments } = dependencies
  if (!payments) throw new Error('an event of a payment provider that is switched off')
  const row = await findSubscriptionOf(db, subject)
  if (!row && reversal && subject.id === undefined)
    throw new PaymentError('not_found', 'no subscription has the payment that was reversed')
  if (!row || !isOfProvider(row, payments) || row.providerSubscriptionId === null) return
  const reversedPaymentId = reversal ? subject.paymentId : undefined
  await syncSubscription(dependencies, payments, row.id, { reversedPaymentId })
  if (reversal && reversedPaymentId === undefined)
    await recordLog(db, {
      level: 'error',
      category: 'payments',
      message: 'A payment of a subscription was reversed, but the event does not say which one.',
      metadata: { event: eventId, subscription: row.id },
    })
}

async function findSubscriptionOf(
  db: Dependencies['db'],
  { id, reference, paymentId }: PaymentEventPayload['subject'],
): Promise<SubscriptionRow | undefined> {
  if (id !== undefined) return findSubscriptionByProviderId(db, id)
  const found = reference === undefined ? undefined : await findSubscription(db, reference)
  return found ?? (paymentId === undefined ? undefined : findSubscriptionByPayment(db, paymentId))
}
