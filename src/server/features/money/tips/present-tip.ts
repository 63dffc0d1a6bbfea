import { formatCents } from '#shared/money/money.ts'
import type { Tip } from '#shared/money/tips.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { TipWithUsers, UncompletedOrder } from './queries.ts'

export function presentTip({ tip, tipper, streamer }: TipWithUsers, requester: Caller): Tip {
  const { id, streamerId, streamId, currency, message, paypalOrderId, status } = tip
  return {
    id,
    streamerId,
    tipper: tipper && presentUserRef(tipper, requester),
    streamer: streamer && presentUserRef(streamer, requester),
    streamId,
    amount: formatCents(tip.amountCents),
    refundedAmount: formatCents(tip.refundedCents),
    currency,
    message,
    paypalOrderId,
    status,
    isSandbox: tip.isSandbox,
    createdAt: tip.createdAt.toISOString(),
  }
}

/** Presents a pending or failed payment, which has no tip, as a tip with the id of its order. */
export function presentUncompletedOrder(
  { order, tipper, streamer }: UncompletedOrder,
  requester: Caller,
): Tip {
  const { id, creatorId, streamId, currency, message, status, providerOrderId } = order
  return {
    id,
    streamerId: creatorId,
    tipper: tipper && presentUserRef(tipper, requester),
    streamer: streamer && presentUserRef(streamer, requester),
    streamId,
    amount: formatCents(order.amountCents),
    refundedAmount: formatCents(0),
    currency,
    message,
    paypalOrderId: providerOrderId ?? '',
    status: status === 'failed' ? 'failed' : 'pending',
    isSandbox: order.isSandbox,
    createdAt: order.createdAt.toISOString(),
  }
}
