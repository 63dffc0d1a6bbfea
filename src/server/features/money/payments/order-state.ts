import type { PaymentOrder } from '#shared/money/payments.ts'
import type { ProviderOrder } from '#server/payments/payment-provider.ts'
import type { PaymentOrderRow } from './schema.ts'

/**
 * The state of our order, derived from the provider's order. `foreign`: the provider's order was not created for this row, or
 * its payment has another amount, currency or payee.
 */
export type OrderState = 'unpaid' | 'approved' | 'pending' | 'completed' | 'failed' | 'foreign'

export function toOrderState(order: PaymentOrderRow, providerOrder: ProviderOrder): OrderState {
  const { capture } = providerOrder
  if (!matches(order, providerOrder)) return 'foreign'
  if (!capture) return providerOrder.status === 'approved' ? 'approved' : 'unpaid'
  switch (capture.status) {
    case 'pending':
      return 'pending'
    case 'declined':
    case 'failed':
      return 'failed'
    case 'completed':
      return providerOrder.status === 'completed' ? 'completed' : 'pending'
    default:
      return capture.status satisfies never
  }
}

function matches(
  order: PaymentOrderRow,
  { id, reference, amountCents, currency, payeeEmail, capture }: ProviderOrder,
): boolean {
  if (id !== order.providerOrderId || reference !== order.id) return false
  if (amountCents !== order.amountCents || currency !== order.currency) return false
  // The provider may identify the payee by another id than the address; then there is no address to compare.
  if (order.payeeEmail !== null && payeeEmail !== null && payeeEmail.toLowerCase() !== order.payeeEmail)
    return false
  return (
    capture === null || (capture.amountCents === order.amountCents && capture.currency === order.currency)
  )
}

const STATUS: Record<Exclude<OrderState, 'foreign'>, PaymentOrder['status']> = {
  unpaid: 'CREATED',
  approved: 'APPROVED',
  pending: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
}

/** Returns the status as the API names it. */
export const presentOrderStatus = (state: Exclude<OrderState, 'foreign'>): PaymentOrder['status'] =>
  STATUS[state]
