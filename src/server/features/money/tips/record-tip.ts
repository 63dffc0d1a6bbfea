import type { BodyOf } from '#shared/endpoint.ts'
import type { createTip } from '#shared/money/tips.ts'
import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { updateTipMessage } from '#server/features/live/chat/tip-queries.ts'
import { findOrderByProviderId, lockOrder, updateOrder } from '#server/features/money/payments/queries.ts'
import { requireProvider, withProviderErrors } from '#server/features/money/payments/provider-errors.ts'
import type { PaymentOrderRow } from '#server/features/money/payments/schema.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { HttpError, conflict, notFound } from '#server/http/errors.ts'
import type { Executor } from '#server/db/executor.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { applyOrder } from './apply-order.ts'
import { type Payer, checkMessage } from './check-message.ts'
import { findTipOfOrder, updateTip } from './queries.ts'
import type { TipRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'limits' | 'payments' | 'settings'>
type Claim = BodyOf<typeof createTip>
type Recorded = { tip: TipRow; isFirst: boolean }

/**
 * Records the tip of an order that the provider reports as paid, once. `isFirst` is false when the payer repeats the
 * call. Throws as the endpoint declares.
 */
export async function recordTip(dependencies: Dependencies, payer: Payer, claim: Claim): Promise<Recorded> {
  const { db } = dependencies
  if (claim.streamerId === payer.id) throw new HttpError(422, 'own_tip', 'errors.ownTip')
  const found = await findOrderByProviderId(db, claim.paypalOrderId)
  if (!found) throw notFound('notFound.order')
  const { order } = found
  if (order.payerId !== payer.id) throw found.hasTip ? orderUsed() : notFound('notFound.order')
  await checkClaimedMessage(dependencies, payer, order, claim)
  const existing = found.hasTip ? await db.transaction((tx) => claimExisting(tx, order.id, claim)) : undefined
  if (existing) return existing
  checkClaim(order, claim)
  // What an order without a creator is bound to; the creator of another was checked when it was created.
  if (order.creatorId === null) {
    if (!(await isUserActive(db, claim.streamerId))) throw notFound('notFound.user')
    await refuseBlocked(db, payer.id, claim.streamerId)
  }
  const provider = requireProvider(dependencies.payments)
  if (!isOfProvider(order, provider)) throw notFound('notFound.order')
  const seen = await withProviderErrors(() => provider.getOrder(claim.paypalOrderId))
  if (!seen) throw notFound('notFound.order')
  // The binding of a payment that is held back is kept: the error is thrown after the commit.
  const result = await db.transaction(async (tx) => {
    const repeated = await claimExisting(tx, order.id, claim)
    if (repeated) return repeated
    const bound = await bind(tx, order.id, claim, seen.capture !== null)
    const { state, tip } = await applyOrder(tx, bound, { providerOrder: seen, isClaim: true })
    return tip ? { tip, isFirst: true } : state
  })
  if (typeof result === 'object') return result
  throw refusalOf(result)
}

/**
 * Locks the order. Returns its tip, if it has one with this content. The first claim of a tip that the reconciling job
 * or an event has recorded adds the message that the order did not have. Throws 409 for other content.
 */
async function claimExisting(tx: Executor, orderId: string, claim: Claim): Promise<Recorded | undefined> {
  await lockOrder(tx, orderId)
  const tip = await findTipOfOrder(tx, orderId)
  if (!tip) return undefined
  const isSame = tip.streamerId === claim.streamerId && tip.amountCents === claim.amount
  const message = claim.message || null
  const isFirst = tip.claimedAt === null
  const mayAdd = isFirst && tip.message === null
  if (!isSame || (tip.message !== message && !mayAdd)) throw orderUsed()
  if (!isFirst) return { tip, isFirst }
  if (message !== tip.message) await updateTipMessage(tx, tip.id, message ?? '')
  return { tip: await updateTip(tx, tip.id, { claimedAt: new Date(), message }), isFirst }
}

/**
 * Checks a message that was not checked for this creator and stream when the order was created. A refused one costs no
 * money: the reconciling job records the tip without it.
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
  const named = order.isOffStream ? null : (order.streamId ?? undefined)
  return checkMessage(dependencies, payer, {
    text: isChecked ? null : message,
    creatorId,
    streamId: streamId === undefined ? named : streamId,
  })
}

function checkClaim(order: PaymentOrderRow, claim: Claim): void {
  const isOfCreator =
    order.creatorId === claim.streamerId || (order.creatorId === null && order.payeeEmail === null)
  if (!isOfCreator || order.amountCents !== claim.amount) throw mismatch()
}

/** Stores what the claim adds to the order, and its creator if it has none; only once its payment was made. */
async function bind(tx: Executor, orderId: string, claim: Claim, isPaid: boolean): Promise<PaymentOrderRow> {
  const order = await lockOrder(tx, orderId)
  checkClaim(order, claim)
  const change = {
    creatorId: claim.streamerId,
    message: claim.message || null,
    streamId: claim.streamId === undefined ? order.streamId : claim.streamId,
    isOffStream: claim.streamId === undefined ? order.isOffStream : claim.streamId === null,
  }
  if (isPaid) await updateOrder(tx, orderId, change)
  return { ...order, ...change }
}

const orderUsed = () => conflict('order_used', 'errors.orderUsed')
const mismatch = () => new HttpError(422, 'order_mismatch', 'errors.orderMismatch')

function refusalOf(state: string): HttpError {
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
