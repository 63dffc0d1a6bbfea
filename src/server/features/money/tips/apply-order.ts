import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import { insertTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { addEarnings, addEntry } from '#server/features/money/ledger/queries.ts'
import { type OrderState, toOrderState } from '#server/features/money/payments/order-state.ts'
import { type OrderChange, updateOrder } from '#server/features/money/payments/queries.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { enqueueTipReceipts } from '#server/features/money/receipts/enqueue-receipts.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { ProviderOrder, Reversal } from '#server/payments/payment-provider.ts'
import { applyRefunds } from './apply-refunds.ts'
import { type LockedOrder, addToStream, findLiveStream, insertTip, isStreamOf } from './queries.ts'
import type { TipRow } from './schema.ts'
import { accountOf, receiptOf } from './tip-order.ts'

/** What a payer who records the tip says of it. */
export type ClaimedDetails = Pick<PaymentOrderRow, 'creatorId' | 'message' | 'streamId' | 'isOffStream'>

/** The state of the provider's order, and what is known beyond that. */
type Observation = {
  providerOrder: ProviderOrder
  /** What the payer's bank took back, as a verified event says. */
  reversal?: Reversal | null
  /** The payer records the tip, and names these. They are stored once its payment was made. */
  claimed?: ClaimedDetails
}

/** How long a payment that the provider holds back is read again: disputes about one take weeks. */
const PENDING_CHECK_MS = 60 * 60 * 1000

/**
 * Updates our records to the state of the provider's order, within a transaction that has locked the order
 * (`lockOrderWithTip`): records the tip of a paid one with ledger, chat, notification, receipts and earnings, and its
 * refunds. Safe to repeat; the order of observations does not matter. A paid order without a creator has no tip until its
 * payer names one.
 */
export async function applyOrder(
  tx: Executor,
  { order: locked, tip: existing }: LockedOrder,
  { providerOrder, reversal = null, claimed }: Observation,
): Promise<{ state: OrderState; tip: TipRow | undefined }> {
  const state = toOrderState(locked, providerOrder)
  const change = {
    ...(providerOrder.capture && claimed),
    ...addReversal(locked, reversal),
    ...(!existing && progressOf(state, providerOrder)),
  }
  if (Object.keys(change).length > 0) await updateOrder(tx, locked.id, change)
  const order = { ...locked, ...change }
  if (state !== 'completed') {
    const isUnfinished = order.status === 'pending' || order.status === 'failed'
    if (isUnfinished && order.status !== locked.status) await notifyNodes(tx, 'order_changes', [order.id])
    return { state, tip: existing }
  }
  const hasCreator = order.creatorId !== null || order.payeeEmail !== null
  if (!existing && !hasCreator) return { state, tip: undefined }
  const tip = existing ?? (await recordTip(tx, order, { isClaim: claimed !== undefined }))
  return { state, tip: await applyRefunds(tx, { order, tip, providerOrder }) }
}

/** A reversal is kept with its order, once: its tip may only be recorded later. */
function addReversal(order: PaymentOrderRow, reversal: Reversal | null): Pick<OrderChange, 'reversals'> {
  if (!reversal || order.reversals.some(({ id }) => id === reversal.id)) return {}
  const { id, amount } = reversal
  const amountCents = amount?.currency === order.currency ? amount.cents : order.amountCents
  return { reversals: [...order.reversals, { id, amountCents }] }
}

/** Returns what changes in an order without a tip. */
function progressOf(state: OrderState, { capture }: ProviderOrder): OrderChange {
  const captureId = capture?.id ?? null
  switch (state) {
    case 'completed':
      return { status: 'completed', captureId, nextCheckAt: null }
    case 'pending':
      return { status: 'pending', captureId, nextCheckAt: new Date(Date.now() + PENDING_CHECK_MS) }
    case 'failed':
      return { status: 'failed', nextCheckAt: null }
    default:
      return {}
  }
}

/** Records the tip of a paid order, with all that follows from it. */
async function recordTip(
  tx: Executor,
  order: PaymentOrderRow,
  { isClaim }: { isClaim: boolean },
): Promise<TipRow> {
  const { id: orderId, isSandbox, creatorId, payerId, amountCents, message, currency } = order
  if (order.providerOrderId === null)
    throw new Error(`the order ${orderId} was never created at its provider`)
  const streamId = await findStreamToShowOn(tx, order)
  const tip = await insertTip(tx, {
    ...{
      orderId,
      streamerId: creatorId,
      tipperId: payerId,
      streamId,
      isSandbox,
      amountCents,
      currency,
      message,
    },
    paypalOrderId: order.providerOrderId,
    claimedAt: isClaim ? new Date() : null,
  })
  await addEntry(tx, {
    kind: 'tip',
    reference: `tip:${orderId}`,
    isSandbox,
    postings: [
      { account: 'payer', userId: payerId, amountCents: -amountCents },
      { account: accountOf(order), userId: creatorId, amountCents },
    ],
  })
  if (streamId !== null) await addToStream(tx, { streamId, isSandbox, cents: amountCents })
  if (streamId !== null && payerId !== null)
    await insertTipMessage(tx, { streamId, userId: payerId, message: message ?? '', tip })
  const isOwed = order.payeeEmail === null
  await enqueueTipReceipts(tx, { ...receiptOf(order), amountCents, message, isOwed })
  await notify(tx, tip)
  // Last, as all tips of a creator wait for this row: it is locked until the commit.
  if (creatorId !== null) await addEarnings(tx, { creatorId, isSandbox, cents: amountCents, tips: 1 })
  return tip
}

/** Returns the stream that a tip is shown on. */
async function findStreamToShowOn(tx: Executor, order: PaymentOrderRow): Promise<string | null> {
  const { creatorId, streamId, isOffStream } = order
  if (creatorId === null || isOffStream) return null
  if (streamId !== null) return (await isStreamOf(tx, streamId, creatorId)) ? streamId : null
  return (await findLiveStream(tx, creatorId)) ?? null
}

/** Notifies the creator, and the pages of both sides and of the stream. */
async function notify(tx: Executor, { id, streamerId, tipperId }: TipRow): Promise<void> {
  if (streamerId !== null && tipperId !== null) {
    const event = { type: 'tip', userId: streamerId, actorId: tipperId, tipId: id } as const
    const changes = await recordNotifications(tx, [event])
    await notifyNodes(
      tx,
      'notifications',
      changes.map((change) => change.id),
    )
  }
  await notifyNodes(tx, 'tips', [id])
}
