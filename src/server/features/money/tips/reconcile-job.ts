import type { Context } from '#server/feature.ts'
import { CAPTURE_TIMEOUT_MS, checkCapture } from '#server/features/money/payments/check-capture.ts'
import type { PaymentEventPayload } from '#server/features/money/payments/event-job.ts'
import type { OrderState } from '#server/features/money/payments/order-state.ts'
import {
  expireOrder,
  findOrder,
  findOrderByCapture,
  findOrderByProviderId,
  listDueOrders,
  clearCaptureStart,
  updateOrder,
} from '#server/features/money/payments/queries.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { type JobHandler, RetryLater, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type { PaymentProvider, Reversal } from '#server/payments/payment-provider.ts'
import { isOfProvider, providerColumns } from '#server/payments/sandbox-mode.ts'
import { applyOrder } from './apply-order.ts'
import { lockOrderWithTip } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'log' | 'payments' | 'publish'>

/** Reads orders from the provider whose payment may have been captured unnoticed, for example when a response was lost. */
export const reconcileOrders = defineJob({
  name: 'payments.reconcile',
  payload: noPayload,
  ...RETRIES.reconciliation,
})

const MINUTE_MS = 60_000
const RECHECK_SECONDS = 60
/** Limit of the orders that one run reads; the next run reads the rest. */
const MAX_ORDERS = 200
/** Lifetime of an unpaid order. The provider drops unapproved orders within hours; a checkout ends long before. */
const EXPIRES_MS = 24 * 60 * MINUTE_MS

export const reconcileHandler = (dependencies: Dependencies): JobHandler =>
  handleJob(
    reconcileOrders,
    async (_payload, { signal }) => {
      const { db, payments } = dependencies
      if (!payments) return
      const due = await listDueOrders(db, {
        ...providerColumns(payments),
        now: new Date(),
        limit: MAX_ORDERS,
      })
      for (const order of due) {
        signal.throwIfAborted()
        await reconcile(dependencies, payments, order)
      }
    },
    { cron: '*/2 * * * *', atStart: true },
  )

/** Records the tip of a captured order if neither its page nor an event has. */
export const checkCaptureHandler = (dependencies: Dependencies): JobHandler =>
  handleJob(checkCapture, async ({ orderId }) => {
    const { db, payments } = dependencies
    const order = await findOrder(db, orderId)
    const isUnresolved = order?.captureStartedAt && ['created', 'expired'].includes(order.status)
    if (!isUnresolved || !isOfProvider(order, payments)) return
    const isUnpaid = await syncOpenOrder(dependencies, payments, order)
    if (isUnpaid && !hasCaptureTimedOut(order.captureStartedAt))
      throw new RetryLater('a capture may still be on its way', RECHECK_SECONDS)
  })

async function reconcile(
  dependencies: Dependencies,
  provider: PaymentProvider,
  order: PaymentOrderRow,
): Promise<void> {
  const { db, log } = dependencies
  const now = Date.now()
  // Rescheduled first, so that an order with an error does not delay the others in each run.
  await updateOrder(db, order.id, { nextCheckAt: nextCheckOf(order, now) })
  try {
    // Expires only after the provider has confirmed that the order is unpaid.
    const isUnpaid = await syncOpenOrder(dependencies, provider, order)
    if (isUnpaid && now - order.createdAt.getTime() > EXPIRES_MS) await expireOrder(db, order.id)
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'unavailable') throw error
    log.error({ err: error, order: order.id }, 'an order could not be reconciled')
  }
}

/** Applies the provider's state of an order, and clears the start of a capture that timed out. Returns true if it is unpaid. */
async function syncOpenOrder(
  dependencies: Dependencies,
  provider: PaymentProvider,
  order: PaymentOrderRow,
): Promise<boolean> {
  const { id, captureStartedAt: startedAt } = order
  const state = await syncOrder(dependencies, provider, order)
  const isUnpaid = state === null || state === 'unpaid' || state === 'approved'
  if (isUnpaid && startedAt && hasCaptureTimedOut(startedAt))
    await clearCaptureStart(dependencies.db, id, { startedAt, nextCheckAt: nextCheckOfUnpaid(order) })
  return isUnpaid
}

/** Whether a capture that the provider does not report by now can be considered failed. */
const hasCaptureTimedOut = (startedAt: Date | null): boolean =>
  startedAt !== null && Date.now() - startedAt.getTime() >= CAPTURE_TIMEOUT_MS

/** An expired order is not reconciled any more. */
const nextCheckOfUnpaid = (order: PaymentOrderRow): Date | null =>
  order.status === 'expired' ? null : nextCheckOf(order, Date.now())

/** Backs off with the age of the order: the next check is due after its age, at least five minutes and at most an hour. */
function nextCheckOf({ createdAt }: PaymentOrderRow, now: number): Date {
  const pause = Math.min(Math.max(now - createdAt.getTime(), 5 * MINUTE_MS), 60 * MINUTE_MS)
  return new Date(now + pause)
}

/** Applies the provider's state of an order, and returns it; null if the provider has no such order, or its id was lost. */
export async function syncOrder(
  dependencies: Pick<Dependencies, 'db' | 'publish'>,
  provider: PaymentProvider,
  order: PaymentOrderRow,
  reversal: Reversal | null = null,
): Promise<OrderState | null> {
  if (order.providerOrderId === null) return null
  const providerOrder = await provider.getOrder(order.providerOrderId)
  if (!providerOrder) return null
  const { state } = await dependencies.db.transaction(async (tx) =>
    applyOrder(dependencies, tx, await lockOrderWithTip(tx, order.id), { providerOrder, reversal }),
  )
  return state
}

/**
 * Applies an event of the provider about an order; ignores orders that are not ours. Throws for a reversal of an
 * unknown payment: the response with its id may have been lost, and only the event reports the reversal.
 */
export async function applyOrderEvent(
  dependencies: Dependencies,
  { subject, reversal }: PaymentEventPayload,
): Promise<void> {
  const { db, payments } = dependencies
  if (!payments) throw new Error('an event of a payment provider that is switched off')
  const order = await findOrderOf(db, subject)
  if (order && isOfProvider(order, payments)) await syncOrder(dependencies, payments, order, reversal)
  else if (reversal && subject.id === undefined)
    throw new PaymentError('not_found', 'no order has the payment that was reversed')
}

/** Tries the id of the payment, too: a refund has a reference of its own. */
async function findOrderOf(
  db: Dependencies['db'],
  { id, reference, paymentId }: PaymentEventPayload['subject'],
): Promise<PaymentOrderRow | undefined> {
  if (id !== undefined) return findOrderByProviderId(db, id)
  const found = reference === undefined ? undefined : await findOrder(db, reference)
  return found ?? (paymentId === undefined ? undefined : findOrderByCapture(db, paymentId))
}
