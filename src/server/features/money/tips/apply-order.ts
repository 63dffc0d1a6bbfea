import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import { insertTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { addEarnings, addEntry, findUsersOfEntry } from '#server/features/money/ledger/queries.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import { type OrderState, toOrderState } from '#server/features/money/payments/order-state.ts'
import { updateOrder } from '#server/features/money/payments/queries.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import {
  enqueueRefundReceipts,
  enqueueTipReceipts,
} from '#server/features/money/receipts/enqueue-receipts.ts'
import type { ProviderOrder, Reversal } from '#server/payments/payment-provider.ts'
import { addToStream, findLiveStream, findTipOfOrder, insertTip, isStreamOf, updateTip } from './queries.ts'
import type { TipRow } from './schema.ts'

/** The state of the provider's order, and what its verified event says beyond that. */
type Observation = {
  providerOrder: ProviderOrder
  /** What the payer's bank took back. */
  reversal?: Reversal | null
  /** The payer records the tip. */
  isClaim?: boolean
}

/** How long a payment that the provider holds back is read again: disputes about one take weeks. */
const PENDING_CHECK_MS = 60 * 60 * 1000

/**
 * Updates our records to the state of the provider's order, within a transaction that has locked the order
 * (`lockOrder`): records the tip of a paid one with ledger, earnings, chat, notification and receipts, and its refunds.
 * Safe to repeat; the order of observations does not matter. A paid order without a creator has no tip until its payer
 * names one.
 */
export async function applyOrder(
  tx: Executor,
  locked: PaymentOrderRow,
  { providerOrder, reversal = null, isClaim = false }: Observation,
): Promise<{ state: OrderState; tip: TipRow | undefined; isNew: boolean }> {
  const order = reversal ? await storeReversal(tx, locked, reversal) : locked
  const existing = await findTipOfOrder(tx, order.id)
  const state = toOrderState(order, providerOrder)
  if (state !== 'completed') {
    if (!existing) await storeUnpaid(tx, order, state, providerOrder.capture?.id ?? null)
    return { state, tip: existing, isNew: false }
  }
  if (!existing)
    await updateOrder(tx, order.id, {
      status: 'completed',
      captureId: providerOrder.capture?.id ?? null,
      nextCheckAt: null,
    })
  const hasCreator = order.creatorId !== null || order.payeeEmail !== null
  if (!existing && !hasCreator) return { state, tip: undefined, isNew: false }
  const recorded = existing ?? (await recordTip(tx, order, { isClaim }))
  const tip = await applyRefunds(tx, order, recorded, providerOrder)
  return { state, tip, isNew: existing === undefined }
}

/** Keeps a reversal with its order, once: its tip may only be recorded later. */
async function storeReversal(
  tx: Executor,
  order: PaymentOrderRow,
  { id, amount }: Reversal,
): Promise<PaymentOrderRow> {
  if (order.reversals.some((reversal) => reversal.id === id)) return order
  const amountCents = amount?.currency === order.currency ? amount.cents : order.amountCents
  const reversals = [...order.reversals, { id, amountCents }]
  await updateOrder(tx, order.id, { reversals })
  return { ...order, reversals }
}

async function storeUnpaid(
  tx: Executor,
  order: PaymentOrderRow,
  state: OrderState,
  captureId: string | null,
): Promise<void> {
  if (state !== 'failed' && state !== 'pending') return
  if (state === 'failed') await updateOrder(tx, order.id, { status: 'failed', nextCheckAt: null })
  else
    await updateOrder(tx, order.id, {
      status: 'pending',
      captureId,
      nextCheckAt: new Date(Date.now() + PENDING_CHECK_MS),
    })
  if (order.status !== state) await notifyNodes(tx, 'order_changes', [order.id])
}

/** The account that a tip is paid to: the creator's own, or what the platform owes to the creator. */
const accountOf = ({ payeeEmail }: PaymentOrderRow) => (payeeEmail === null ? 'creator_owed' : 'creator')

async function recordTip(
  tx: Executor,
  order: PaymentOrderRow,
  { isClaim }: { isClaim: boolean },
): Promise<TipRow> {
  const {
    id: orderId,
    isSandbox,
    creatorId,
    payerId,
    amountCents,
    currency,
    message,
    providerOrderId,
  } = order
  if (providerOrderId === null) throw new Error(`the order ${orderId} was never created at its provider`)
  const streamId = await streamOf(tx, order)
  const tip = await insertTip(tx, {
    orderId,
    streamerId: creatorId,
    tipperId: payerId,
    streamId,
    isSandbox,
    amountCents,
    currency,
    message,
    paypalOrderId: providerOrderId,
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
  if (streamId !== null) {
    await addToStream(tx, { streamId, isSandbox, cents: amountCents })
    if (payerId !== null)
      await insertTipMessage(tx, { tipId: tip.id, streamId, userId: payerId, message: message ?? '' })
  }
  await notify(tx, tip)
  await enqueueTipReceipts(tx, {
    ...paymentOf(order),
    amountCents,
    message,
    isOwed: order.payeeEmail === null,
  })
  // Last, as all tips of a creator wait for this row: it is locked until the commit.
  if (creatorId !== null) await addEarnings(tx, { creatorId, isSandbox, cents: amountCents, tips: 1 })
  return tip
}

/** What receipts say of the payment. */
const paymentOf = ({ id, isSandbox, providerOrderId, payerId, creatorId }: PaymentOrderRow) => ({
  payerId,
  creatorId,
  reference: providerOrderId ?? id,
  isSandbox,
})

/** Returns the stream that a tip is shown on. */
async function streamOf(tx: Executor, order: PaymentOrderRow): Promise<string | null> {
  const { creatorId, streamId, isOffStream } = order
  if (creatorId === null || isOffStream) return null
  if (streamId !== null) return (await isStreamOf(tx, streamId, creatorId)) ? streamId : null
  return (await findLiveStream(tx, creatorId)) ?? null
}

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

async function applyRefunds(
  tx: Executor,
  order: PaymentOrderRow,
  tip: TipRow,
  providerOrder: ProviderOrder,
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
    refundedCents += await addRefund(tx, order, refund, tip.amountCents - refundedCents)
  const isFull = refundedCents >= tip.amountCents
  const status = isFull ? (reversals.length > 0 ? 'reversed' : 'refunded') : tip.status
  if (refundedCents === tip.refundedCents && status === tip.status) return tip
  const isCancelled = isFull && tip.status === 'completed'
  const cents = tip.refundedCents - refundedCents
  const { creatorId, isSandbox } = order
  if (tip.streamId !== null) await addToStream(tx, { streamId: tip.streamId, isSandbox, cents })
  await notifyNodes(tx, 'tip_changes', [tip.id])
  const changed = await updateTip(tx, tip.id, { refundedCents, status })
  if (creatorId !== null) await addEarnings(tx, { creatorId, isSandbox, cents, tips: isCancelled ? -1 : 0 })
  return changed
}

/**
 * Adds the ledger entry of a refund, of at most the rest of the tip, and its receipts, once. Returns its cents, 0 for a
 * repeated one.
 */
async function addRefund(
  tx: Executor,
  order: PaymentOrderRow,
  refund: { kind: 'tip_refund' | 'tip_reversal'; reference: string; amountCents: number },
  rest: number,
): Promise<number> {
  const amountCents = Math.min(refund.amountCents, rest)
  if (amountCents <= 0) return 0
  const account = accountOf(order)
  // Of the entry of the tip: the order does not know users who are deleted since.
  const users = await findUsersOfEntry(tx, `tip:${order.id}`)
  const isNew = await addEntry(tx, {
    ...refund,
    isSandbox: order.isSandbox,
    postings: [
      { account, userId: users[account] ?? null, amountCents: -amountCents },
      { account: 'payer', userId: users.payer ?? null, amountCents },
    ],
  })
  if (!isNew) return 0
  const isReversal = refund.kind === 'tip_reversal'
  await enqueueRefundReceipts(tx, { ...paymentOf(order), amountCents, isReversal })
  return amountCents
}
