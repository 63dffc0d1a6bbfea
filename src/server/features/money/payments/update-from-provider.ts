import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { ProviderOrder, Reversal } from '#server/payments/payment-provider.ts'
import { type OrderState, toOrderState } from './order-state.ts'
import { type OrderChange, updateOrder } from './queries.ts'
import { publishTipsChanged } from './publish-tips-changed.ts'
import type { PaymentOrderRow } from './schema.ts'

/** The purpose of an order, which its payer may name with the claim. */
export type OrderDetails = Pick<PaymentOrderRow, 'creatorId' | 'message' | 'streamId' | 'isOffStream'>

/** The state of the provider's order, and what is known beyond that. */
export type Observation = {
  providerOrder: ProviderOrder
  /** The reversal by the payer's bank, from a verified event. */
  reversal?: Reversal | null
  /** Stored once the payment was made. */
  details?: OrderDetails
}

/** How long a payment that the provider holds back is read again: disputes about one take weeks. */
const PENDING_CHECK_MS = 60 * 60 * 1000

/**
 * Updates an order to what the provider says of it, in at most one statement. Returns it, and what the provider's state means.
 * @param isRecorded what the order paid for is recorded: its status does not change any more
 */
export async function updateFromProvider(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  locked: PaymentOrderRow,
  { providerOrder, reversal = null, details }: Observation,
  isRecorded: boolean,
): Promise<{ order: PaymentOrderRow; state: OrderState }> {
  const state = toOrderState(locked, providerOrder)
  const change = {
    ...(providerOrder.capture && details),
    ...withReversal(locked, reversal),
    ...(!isRecorded && statusChangeOf(state, providerOrder)),
  }
  if (Object.keys(change).length > 0) await updateOrder(tx, locked.id, change)
  const order = { ...locked, ...change }
  const isPendingOrFailed = order.status === 'pending' || order.status === 'failed'
  if (isPendingOrFailed && order.status !== locked.status)
    publishTipsChanged(dependencies, tx, [order.creatorId, order.payerId])
  return { order, state }
}

/** A reversal is kept with its order, once: what was paid for may only be recorded later. */
function withReversal(order: PaymentOrderRow, reversal: Reversal | null): Pick<OrderChange, 'reversals'> {
  if (!reversal || order.reversals.some(({ id }) => id === reversal.id)) return {}
  const { id, amount } = reversal
  const amountCents = amount?.currency === order.currency ? amount.cents : order.amountCents
  return { reversals: [...order.reversals, { id, amountCents }] }
}

function statusChangeOf(state: OrderState, { capture }: ProviderOrder): OrderChange {
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
