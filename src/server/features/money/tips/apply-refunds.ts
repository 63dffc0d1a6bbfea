import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { addEarnings, addLedgerEntry, findUsersOfEntry } from '#server/features/money/ledger/queries.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { enqueueRefundReceipts } from '#server/features/money/receipts/enqueue-receipts.ts'
import type { ProviderOrder } from '#server/payments/payment-provider.ts'
import { publishTipsChanged } from '#server/features/money/payments/publish-tips-changed.ts'
import { tipsTotalChanged } from './tip-changes.ts'
import { accountOf, receiptOf } from './tip-order.ts'
import { addToTipsTotal, updateTip } from './queries.ts'
import type { TipRow } from './schema.ts'

/** Records the refunds and reversals of a tip that are not recorded yet, within a transaction that has locked its order. */
export async function applyRefunds(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  { order, tip, providerOrder }: { order: PaymentOrderRow; tip: TipRow; providerOrder: ProviderOrder },
): Promise<TipRow> {
  const refunds = (providerOrder.capture?.refunds ?? []).map(({ id, amountCents }) => ({
    kind: 'tip_refund' as const,
    reference: `refund:${order.provider}:${id}`,
    amountCents,
  }))
  const reversals = order.reversals.map(({ id, amountCents }) => ({
    kind: 'tip_reversal' as const,
    reference: `reversal:${order.provider}:${id}`,
    amountCents,
  }))
  let { refundedCents } = tip
  for (const refund of [...refunds, ...reversals])
    refundedCents += await addRefundEntry(tx, order, refund, tip.amountCents - refundedCents)
  const isFull = refundedCents >= tip.amountCents
  const status = isFull ? (reversals.length > 0 ? 'reversed' : 'refunded') : tip.status
  if (refundedCents === tip.refundedCents && status === tip.status) return tip
  const isNewlyRefunded = isFull && tip.status === 'completed'
  const cents = tip.refundedCents - refundedCents
  const { creatorId, isSandbox } = order
  if (tip.streamId !== null) await addToTipsTotal(tx, { streamId: tip.streamId, isSandbox, cents })
  publishTipsChanged(dependencies, tx, [tip.streamerId, tip.tipperId])
  if (tip.streamId !== null) dependencies.publish(tx, tipsTotalChanged({ streamId: tip.streamId }))
  const changed = await updateTip(tx, tip.id, { refundedCents, status })
  if (creatorId !== null)
    await addEarnings(tx, { creatorId, isSandbox, cents, tips: isNewlyRefunded ? -1 : 0 })
  return changed
}

/**
 * Adds the ledger entry of a refund, limited to the remaining amount of the tip, and its receipts, once. Returns its cents; 0
 * for a repeated one.
 */
async function addRefundEntry(
  tx: Executor,
  order: PaymentOrderRow,
  refund: { kind: 'tip_refund' | 'tip_reversal'; reference: string; amountCents: number },
  remainingCents: number,
): Promise<number> {
  const amountCents = Math.min(refund.amountCents, remainingCents)
  if (amountCents <= 0) return 0
  const account = accountOf(order)
  // From the ledger entry of the tip: the order has lost the ids of deleted users.
  const users = await findUsersOfEntry(tx, `tip:${order.id}`)
  const isNew = await addLedgerEntry(tx, {
    ...refund,
    isSandbox: order.isSandbox,
    postings: [
      { account, userId: users[account] ?? null, amountCents: -amountCents },
      { account: 'payer', userId: users.payer ?? null, amountCents },
    ],
  })
  if (!isNew) return 0
  const isReversal = refund.kind === 'tip_reversal'
  await enqueueRefundReceipts(tx, { ...receiptOf(order), amountCents, isReversal })
  return amountCents
}
