import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { insertTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { type LedgerEntry, addEarningEntry } from '#server/features/money/ledger/queries.ts'
import type { OrderState } from '#server/features/money/payments/order-state.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { publishTipsChanged } from '#server/features/money/payments/publish-tips-changed.ts'
import { type Observation, updateFromProvider } from '#server/features/money/payments/update-from-provider.ts'
import { enqueueTipReceipts } from '#server/features/money/receipts/enqueue-receipts.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import { applyRefunds } from './apply-refunds.ts'
import {
  type LockedOrder,
  addToTipsTotal,
  findLiveStreamId,
  insertTip,
  lockStreamOfCreator,
} from './queries.ts'
import type { TipRow } from './schema.ts'
import { tipRecorded } from './tip-changes.ts'
import { accountOf, receiptOf } from './tip-order.ts'

type Dependencies = Pick<Context, 'publish'>

/**
 * Updates our records to the state of the provider's order, within a transaction that has locked the order
 * (`lockOrderWithTip`): records the tip of a paid order, and its refunds. Safe to repeat; the order of observations does not
 * matter. A paid order without a creator has no tip until its payer claims it for one.
 */
export async function applyOrder(
  dependencies: Dependencies,
  tx: Executor,
  { order: locked, tip: existing }: LockedOrder,
  observation: Observation,
): Promise<{ state: OrderState; tip: TipRow | undefined }> {
  const { order, state } = await updateFromProvider(
    dependencies,
    tx,
    locked,
    observation,
    existing !== undefined,
  )
  if (state !== 'completed') return { state, tip: existing }
  const hasCreator = order.creatorId !== null || order.payeeEmail !== null
  if (!existing && !hasCreator) return { state, tip: undefined }
  // Only a claim by the payer has details.
  const tip =
    existing ?? (await recordTip(dependencies, tx, order, { isClaim: observation.details !== undefined }))
  return {
    state,
    tip: await applyRefunds(dependencies, tx, { order, tip, providerOrder: observation.providerOrder }),
  }
}

/** Records the tip of a paid order: chat message, receipts, notification, ledger entry and earnings. */
async function recordTip(
  dependencies: Dependencies,
  tx: Executor,
  order: PaymentOrderRow,
  { isClaim }: { isClaim: boolean },
): Promise<TipRow> {
  const { id: orderId, isSandbox, creatorId, payerId, amountCents, currency, message } = order
  const { providerOrderId: paypalOrderId } = order
  if (paypalOrderId === null) throw new Error(`the order ${orderId} was never created at its provider`)
  const streamId = await findStreamToShowOn(tx, order)
  const sides = { streamerId: creatorId, tipperId: payerId, streamId }
  const paid = { orderId, paypalOrderId, isSandbox, amountCents, currency, message }
  const tip = await insertTip(tx, { ...sides, ...paid, claimedAt: isClaim ? new Date() : null })
  if (streamId !== null) await addToTipsTotal(tx, { streamId, isSandbox, cents: amountCents })
  if (streamId !== null && payerId !== null)
    await insertTipMessage(tx, { streamId, userId: payerId, message: message ?? '', tip })
  const isOwed = order.payeeEmail === null
  await enqueueTipReceipts(tx, { ...receiptOf(order), amountCents, message, isOwed })
  await notifyCreator(dependencies, tx, tip)
  publishTipsChanged(dependencies, tx, [creatorId, payerId])
  if (streamId !== null) dependencies.publish(tx, tipRecorded({ id: tip.id, streamId }))
  // Last, because the row with the earnings is locked until the commit, and all other tips of the creator wait for it.
  await addEarningEntry(tx, tipEntryOf(order), { creatorId, cents: amountCents, tips: 1 })
  return tip
}

/** Returns the ledger entry of a tip. */
const tipEntryOf = (order: PaymentOrderRow): LedgerEntry => ({
  kind: 'tip',
  reference: `tip:${order.id}`,
  isSandbox: order.isSandbox,
  postings: [
    { account: 'payer', userId: order.payerId, amountCents: -order.amountCents },
    { account: accountOf(order), userId: order.creatorId, amountCents: order.amountCents },
  ],
})

/** Returns the stream that a tip is shown on. */
async function findStreamToShowOn(tx: Executor, order: PaymentOrderRow): Promise<string | null> {
  const { creatorId, streamId, isOffStream } = order
  if (creatorId === null || isOffStream) return null
  if (streamId !== null) return (await lockStreamOfCreator(tx, streamId, creatorId)) ? streamId : null
  return (await findLiveStreamId(tx, creatorId)) ?? null
}

async function notifyCreator(
  dependencies: Dependencies,
  tx: Executor,
  { id, streamerId, tipperId }: TipRow,
): Promise<void> {
  if (streamerId === null || tipperId === null) return
  const event = { type: 'tip', userId: streamerId, actorId: tipperId, tipId: id } as const
  await recordNotifications(dependencies, tx, [event])
}
