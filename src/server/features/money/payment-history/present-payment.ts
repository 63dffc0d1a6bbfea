import { formatCents } from '#shared/money/money.ts'
import type { Payment, PaymentStatus } from '#shared/money/payments.ts'
import type { UserPayment } from '#server/features/money/creator-pro/payment-queries.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { TipPayment } from './queries.ts'

export function presentTipPayment(payment: TipPayment, requester: Caller): Payment {
  const { order, tip, creator } = payment
  return {
    id: order.id,
    kind: 'tip',
    amount: formatCents(order.amountCents),
    refundedAmount: formatCents(tip?.refundedCents ?? 0),
    currency: order.currency,
    status: toPaymentStatus(payment),
    isSandbox: order.isSandbox,
    creator: creator && presentUserRef(creator, requester),
    createdAt: order.createdAt.toISOString(),
    orderId: order.providerOrderId,
  }
}

/** A payment of Creator Pro, with the provider's id of the subscription. */
export function presentSubscriptionPayment({ payment, isSandbox, orderId }: UserPayment): Payment {
  const { id, amountCents, currency, status, paidAt } = payment
  const amount = formatCents(amountCents)
  return {
    id,
    kind: 'subscription',
    amount,
    refundedAmount: status === 'refunded' || status === 'reversed' ? amount : formatCents(0),
    currency,
    status,
    isSandbox,
    creator: null,
    createdAt: paidAt.toISOString(),
    orderId,
  }
}

/** A captured payment is `pending` until its tip is recorded. */
function toPaymentStatus({ order, tip }: TipPayment): PaymentStatus {
  if (tip) return tip.status
  return order.status === 'failed' || order.status === 'completed' ? order.status : 'pending'
}
