import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { ProviderOrder, Reversal } from '#server/payments/payment-provider.ts'
import { type OrderState, toOrderState } from './order-state.ts'
import { type OrderChange, updateOrder } from './queries.ts'
import { publishTipsChanged } from './publish-tips-changed.ts'
import type { PaymentOrderRow } from './schema.ts'

/** The purpose of an order, which its payer may set with the claim. */
export type OrderDetails = Pick<PaymentOrderRow, 'creatorId' | 'message' | 'streamId' | 'isOffStream'>

/** The provider's order, with what an event or a claim adds to it. */
export type Observation = {
  providerOrder: ProviderOrder
  /** The reversal by the payer's bank, from a verified event. */
  reversal?: Reversal | null
  /** Stored once the payment is captured. */
  details?: OrderDetails
}

/** Interval of the reconciliation of a pending payment: the provider may hold it for weeks. */
const PENDING_CHECK_MS = 60 * 60 * 1000

/**
 * Updates an order to the provider's state, in at most one statement. Returns the order, and its state at the provider.
 * @param isRecorded the tip is recorded: the status of the order does not change any more
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

/** Adds a reversal to its order, once: the tip may be recorded later. */
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
