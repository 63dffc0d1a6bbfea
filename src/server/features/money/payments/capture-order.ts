import { formatCents } from '#shared/money/money.ts'
import type { PaymentOrder } from '#shared/money/payments.ts'
import type { Context } from '#server/feature.ts'
import type { Caller } from '#server/http/access.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { findPayee } from '#server/features/money/payouts/find-payee.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { HttpError, notFound } from '#server/http/errors.ts'
import { PaymentError, type PaymentErrorKind } from '#server/payments/payment-error.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { CAPTURE_CHECK_MS, checkCapture } from './check-capture.ts'
import { FIRST_CHECK_MS } from './create-order.ts'
import { toOrderState, presentOrderStatus } from './order-state.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import type { PaymentOrderRow } from './schema.ts'
import { failOrder, findOrderByProviderId, clearCaptureStart, updateOrder } from './queries.ts'

/**
 * Captures the payment of an order that its payer has approved. The tip is recorded by the next call of the page, or by the
 * job that this call enqueues. Safe to repeat.
 */
export async function captureOrder(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  payer: Pick<Caller, 'id'>,
  providerOrderId: string,
): Promise<PaymentOrder> {
  const provider = requireProvider(payments)
  const order = await findOrderByProviderId(db, providerOrderId)
  if (!order || order.payerId !== payer.id || !isOfProvider(order, provider)) throw notFound('notFound.order')
  if (!(await isPayable(db, provider, order))) {
    // A paid order is returned as it is.
    const providerOrder = await withProviderErrors(() => provider.getOrder(providerOrderId))
    if (!providerOrder?.capture) throw new HttpError(422, 'cannot_receive', 'errors.cannotReceive')
  }
  const isRecorded = order.status === 'completed'
  const capture = () => provider.captureOrder(providerOrderId)
  const captured = await withProviderErrors(() =>
    isRecorded ? capture() : captureAndScheduleCheck(db, order, capture),
  )
  const state = toOrderState(order, captured)
  if (state === 'foreign') throw new HttpError(422, 'order_mismatch', 'errors.orderMismatch')
  if (state === 'failed') {
    await failOrder(db, order.id)
    throw new HttpError(422, 'payment_declined', 'errors.paymentDeclined')
  }
  // The status changes when the tip is recorded. Until then the order stays due for reconciliation.
  if (!isRecorded)
    await updateOrder(db, order.id, {
      captureId: captured.capture?.id ?? null,
      nextCheckAt: new Date(Date.now() + FIRST_CHECK_MS),
    })
  const { amountCents, currency } = order
  return {
    id: providerOrderId,
    status: presentOrderStatus(state),
    amount: formatCents(amountCents),
    currency,
    isSandbox: !provider.movesMoney,
  }
}

/**
 * Captures an order whose payment is not recorded. Stores the start and enqueues a check first, so that a lost response is
 * noticed soon.
 */
async function captureAndScheduleCheck<Captured>(
  db: Context['db'],
  { id, nextCheckAt }: PaymentOrderRow,
  capture: () => Promise<Captured>,
): Promise<Captured> {
  const startedAt = new Date()
  await db.transaction(async (tx) => {
    const due = new Date(startedAt.getTime() + FIRST_CHECK_MS)
    await updateOrder(tx, id, { captureStartedAt: startedAt, nextCheckAt: due })
    const runAt = new Date(startedAt.getTime() + CAPTURE_CHECK_MS)
    await enqueue(tx, checkCapture, { orderId: id }, { key: id, runAt })
  })
  return capture().catch(async (error: unknown) => {
    if (error instanceof PaymentError && REFUSALS.has(error.kind))
      await clearCaptureStart(db, id, { startedAt, nextCheckAt })
    throw error
  })
}

/** Errors after which the payment was certainly not captured; with any other error it may have been. */
const REFUSALS: ReadonlySet<PaymentErrorKind> = new Set(['declined', 'not_approved', 'refused', 'not_found'])

/** Whether the creator of an order is active, still has the payout address of the order, and has no block with the payer. */
async function isPayable(
  db: Context['db'],
  provider: PaymentProvider,
  { creatorId, payerId, payeeEmail }: PaymentOrderRow,
): Promise<boolean> {
  if (creatorId !== null && payerId !== null && (await hasBlockBetween(db, payerId, creatorId))) return false
  if (payeeEmail === null) return true
  if (creatorId === null || !(await isUserActive(db, creatorId))) return false
  return (await findPayee(db, provider, creatorId)).email === payeeEmail
}
