import { v5 } from 'uuid'
import type { BodyOf } from '#shared/endpoint.ts'
import type { refundTip as call } from '#shared/operations/admin-payments.ts'
import { formatCents } from '#shared/money/money.ts'
import type { Context } from '#server/feature.ts'
import type { AuditAction } from '#shared/operations/audit.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { FIRST_CHECK_MS } from '#server/features/money/payments/create-order.ts'
import { requireProvider, withProviderErrors } from '#server/features/money/payments/provider-errors.ts'
import { updateOrder } from '#server/features/money/payments/queries.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { applyOrder } from '#server/features/money/tips/apply-order.ts'
import { lockOrderWithTip } from '#server/features/money/tips/queries.ts'
import type { TipRow } from '#server/features/money/tips/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, conflict, invalid, notFound } from '#server/http/errors.ts'
import type { PaymentProvider, RefundStatus } from '#server/payments/payment-provider.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { type PaymentRow, findPaymentOfTip } from './queries.ts'
import { refundRefused, toRefundError } from './refund-errors.ts'

type Dependencies = Pick<Context, 'db' | 'payments' | 'publish'>
type Refund = BodyOf<typeof call>

/** Refunds a tip at its provider and applies the result, with entries in the audit trail. Throws as the endpoint declares. */
export async function refundTip(
  dependencies: Dependencies,
  admin: Caller,
  tipId: string,
  { amount, refundedAmount, reason }: Refund,
): Promise<void> {
  const { db, payments } = dependencies
  const row = await findPaymentOfTip(db, tipId)
  if (!row) throw notFound('notFound.tip')
  const provider = requireProvider(payments)
  const { order } = row
  if (!isOfProvider(order, provider)) throw new HttpError(422, 'refund_refused', 'errors.refundOtherProvider')
  // Another refund may have been made at the provider since.
  const { tip, failedRefunds } = await syncTip(dependencies, provider, order)
  const amountCents = refundCentsOf(tip, amount, refundedAmount)
  const record = (action: AuditAction, details: object) =>
    recordAudit(db, {
      action,
      actorId: admin.id,
      subjectId: tipId,
      details: { orderId: order.id, reason: reason || null, ...details },
    })
  // Before the refund: if this process ends during it, the order is reconciled, and the audit trail has an entry.
  await updateOrder(db, order.id, { nextCheckAt: new Date(Date.now() + FIRST_CHECK_MS) })
  await record('tip.refund_requested', { amount: formatCents(amountCents) })
  const made = await refundAtProvider(provider, row, { tip, failedRefunds, amountCents }).catch(
    async (error: unknown) => {
      await record('tip.refund_failed', { error: error instanceof HttpError ? error.code : 'internal' })
      throw error
    },
  )
  // Concurrent calls that share one refund have an entry each, with the same id.
  const { refundedCents } = (await syncTip(dependencies, provider, order)).tip
  await record('tip.refunded', { ...made, refundedAmount: formatCents(refundedCents) })
}

/** Returns the cents to refund. Throws 409 if nothing is left, or it changed since the caller saw it; 400 for too much. */
function refundCentsOf(tip: TipRow, amount: number | undefined, refundedAmount: number | undefined): number {
  const left = tip.amountCents - tip.refundedCents
  if (tip.status !== 'completed' || left === 0) throw alreadyRefunded()
  if (refundedAmount !== undefined && refundedAmount !== tip.refundedCents)
    throw conflict('conflict', 'errors.refundChanged')
  if (amount === 0) throw invalid([{ path: 'amount', key: 'fields.range' }])
  if (amount !== undefined && amount > left)
    throw invalid([{ path: 'amount', key: 'fields.refundTooLarge', values: { amount: formatCents(left) } }])
  return amount ?? left
}

/**
 * The reference is an idempotency key, which stays the same until a refund is applied or has failed: of concurrent calls only
 * one refunds, and a repeated call returns a lost response.
 */
async function refundAtProvider(
  provider: PaymentProvider,
  row: PaymentRow,
  { tip, failedRefunds, amountCents }: { tip: TipRow; failedRefunds: number; amountCents: number },
): Promise<{ refundId: string; refundStatus: RefundStatus }> {
  const { order } = row
  if (order.captureId === null) throw new Error(`the order ${order.id} of a tip has no payment`)
  const captureId = order.captureId
  const coversRemainder = amountCents === tip.amountCents - tip.refundedCents
  const { id, status } = await withProviderErrors(() =>
    provider
      .refundCapture(captureId, {
        reference: v5(`refund:${tip.refundedCents}:${failedRefunds}`, tip.id),
        payeeEmail: order.payeeEmail,
        ...(!coversRemainder && { amountCents }),
      })
      .catch((error: unknown) => {
        throw toRefundError(error, row, captureId)
      }),
  )
  if (status === 'failed') throw refundRefused(captureId, 'FAILED')
  return { refundId: id, refundStatus: status }
}

/** Updates our records to the provider's state, as an event does. Returns the tip, and the number of its failed refunds. */
async function syncTip(
  dependencies: Pick<Dependencies, 'db' | 'publish'>,
  provider: PaymentProvider,
  { id, providerOrderId }: PaymentOrderRow,
): Promise<{ tip: TipRow; failedRefunds: number }> {
  if (providerOrderId === null) throw new Error(`the order ${id} of a tip was never created`)
  const providerOrder = await withProviderErrors(() => provider.getOrder(providerOrderId))
  if (!providerOrder) throw notFound('notFound.tip')
  const { tip } = await dependencies.db.transaction(async (tx) =>
    applyOrder(dependencies, tx, await lockOrderWithTip(tx, id), { providerOrder }),
  )
  if (!tip) throw notFound('notFound.tip')
  return { tip, failedRefunds: providerOrder.capture?.failedRefunds ?? 0 }
}

const alreadyRefunded = () => conflict('already_refunded', 'errors.alreadyRefunded')
