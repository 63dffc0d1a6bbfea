import type { BodyOf } from '#shared/endpoint.ts'
import type { createTip } from '#shared/money/tips.ts'
import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { updateTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { readProviderOrder } from '#server/features/money/payments/read-provider-order.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import type { OrderDetails } from '#server/features/money/payments/update-from-provider.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import type { Executor } from '#server/db/executor.ts'
import type { ProviderOrder } from '#server/payments/payment-provider.ts'
import { applyOrder } from './apply-order.ts'
import { type Payer, checkMessage } from './check-message.ts'
import { findOrderToClaim, lockOrderWithTip, updateTip } from './queries.ts'
import type { TipRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'limits' | 'payments' | 'publish' | 'settings'>
type Claim = BodyOf<typeof createTip>
type Claimed = { tip: TipRow; isFirst: boolean }

/**
 * Records the tip of a paid order for its payer, once. `isFirst` is false for a repeated claim. Throws as the endpoint
 * declares.
 */
export async function claimTip(dependencies: Dependencies, payer: Payer, claim: Claim): Promise<Claimed> {
  const { db } = dependencies
  if (claim.streamerId === payer.id) throw new HttpError(422, 'own_tip', 'errors.ownTip')
  const found = await findOrderToClaim(db, claim.paypalOrderId)
  if (!found) throw notFound('notFound.order')
  const { order, hasTip } = found
  if (order.payerId !== payer.id) throw hasTip ? orderUsed() : notFound('notFound.order')
  await checkClaimedMessage(dependencies, payer, order, claim)
  const providerOrder = hasTip ? null : await readPayment(dependencies, payer, order, claim)
  // The error is thrown after the commit, so that a pending payment keeps the details of the claim.
  const result = await db.transaction(async (tx) => {
    const locked = await lockOrderWithTip(tx, order.id)
    if (locked.tip) return claimRecordedTip(tx, locked.tip, claim)
    if (!providerOrder) throw new Error(`the tip of the order ${order.id} is gone`)
    checkClaim(locked.order, claim)
    const details = detailsOf(locked.order, claim)
    const { state, tip } = await applyOrder(dependencies, tx, locked, { providerOrder, details })
    return tip ? { tip, isFirst: true } : state
  })
  if (typeof result === 'object') return result
  throw toClaimError(result)
}

/** Reads an order without a tip from the provider. Throws if the claim does not match the order. */
async function readPayment(
  dependencies: Dependencies,
  payer: Caller,
  order: PaymentOrderRow,
  claim: Claim,
): Promise<ProviderOrder> {
  checkClaim(order, claim)
  // The claim sets the creator of an order without one. Other creators were checked when the order was created.
  if (order.creatorId === null) {
    const { db } = dependencies
    if (!(await isUserActive(db, claim.streamerId))) throw notFound('notFound.user')
    await refuseBlocked(db, payer.id, claim.streamerId)
  }
  return readProviderOrder(dependencies, order)
}

/**
 * Returns a recorded tip to its payer, if the claim has the same content. The first claim of a tip that the reconciling job or
 * an event has recorded may add the message. Throws 409 for other content.
 */
async function claimRecordedTip(tx: Executor, tip: TipRow, claim: Claim): Promise<Claimed> {
  const isSame = tip.streamerId === claim.streamerId && tip.amountCents === claim.amount
  const message = claim.message || null
  const isFirst = tip.claimedAt === null
  const canAddMessage = isFirst && tip.message === null
  if (!isSame || (tip.message !== message && !canAddMessage)) throw orderUsed()
  if (!isFirst) return { tip, isFirst }
  if (message !== tip.message) await updateTipMessage(tx, tip.id, message ?? '')
  return { tip: await updateTip(tx, tip.id, { claimedAt: new Date(), message }), isFirst }
}

/**
 * Checks a message that was not checked for this creator and stream when the order was created. A refused message does not lose
 * the payment: the reconciling job records the tip without it.
 */
function checkClaimedMessage(
  dependencies: Dependencies,
  payer: Payer,
  order: PaymentOrderRow,
  { message, streamerId: creatorId, streamId }: Claim,
): Promise<void> {
  const isChecked =
    message === order.message &&
    creatorId === order.creatorId &&
    (streamId === undefined || streamId === order.streamId)
  const orderStreamId = order.isOffStream ? null : (order.streamId ?? undefined)
  return checkMessage(dependencies, payer, {
    text: isChecked ? null : message,
    creatorId,
    streamId: streamId === undefined ? orderStreamId : streamId,
  })
}

function checkClaim(order: PaymentOrderRow, claim: Claim): void {
  const isForCreator =
    order.creatorId === claim.streamerId || (order.creatorId === null && order.payeeEmail === null)
  if (!isForCreator || order.amountCents !== claim.amount) throw mismatch()
}

/** Returns the order's details after a claim, which sets creator and message, and the stream if it names one. */
const detailsOf = (order: PaymentOrderRow, { streamerId, streamId, message }: Claim): OrderDetails => ({
  creatorId: streamerId,
  message: message || null,
  streamId: streamId === undefined ? order.streamId : streamId,
  isOffStream: streamId === undefined ? order.isOffStream : streamId === null,
})

const orderUsed = () => conflict('order_used', 'errors.orderUsed')
const mismatch = () => new HttpError(422, 'order_mismatch', 'errors.orderMismatch')

function toClaimError(state: string): HttpError {
  switch (state) {
    case 'pending':
      return new HttpError(422, 'payment_pending', 'errors.paymentPending')
    case 'failed':
      return new HttpError(422, 'payment_declined', 'errors.paymentDeclined')
    case 'foreign':
      return mismatch()
    default:
      return new HttpError(422, 'payment_not_completed', 'errors.paymentNotCompleted')
  }
}
