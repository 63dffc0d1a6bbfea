import { defineExtensionPoint } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type {
  PaymentProvider,
  ProviderOrder,
  ProviderSubscription,
} from '#server/payments/payment-provider.ts'

/** The order or subscription that a payer is about to pay for. */
export type Checkout = {
  kind: 'tip' | 'subscription'
  /** The provider's id of the order or subscription. */
  providerId: string
  amountCents: number
  currency: string
  /** The creator's name, or the name of the subscription. */
  title: string
  /** Captures an approved payment; absent if the provider captures it itself. Throws `HttpError`. */
  capture?: () => Promise<void>
}

/**
 * Finds an order or subscription of this payer, by the provider's id or by ours. Returns null if there is none, or if it
 * belongs to another user.
 */
export type FindCheckout = (id: string, userId: string) => Promise<Checkout | null>

/** Each feature with orders or subscriptions adds its lookup. */
export const checkoutLookups = defineExtensionPoint<Context, FindCheckout>('checkouts')

/**
 * `open`: the payer can approve at `approveUrl`, or with a form or the SDK. `approved`: approved, not captured yet. `ended`: can
 * no longer be paid. `unavailable`: the provider does not respond now.
 */
export type CheckoutState =
  | { name: 'open'; approveUrl: string | null }
  | { name: 'approved' | 'paid' | 'ended' | 'unavailable' }

/** Reads the state from the provider: a page cannot fake an approval. */
export async function findCheckoutState(
  provider: PaymentProvider,
  { kind, providerId }: Checkout,
): Promise<CheckoutState> {
  try {
    return kind === 'tip'
      ? orderState(await provider.getOrder(providerId))
      : subscriptionState(await provider.getSubscription(providerId))
  } catch (error) {
    if (error instanceof PaymentError && error.kind === 'unavailable') return { name: 'unavailable' }
    throw error
  }
}

function orderState(order: ProviderOrder | null): CheckoutState {
  if (order?.status === 'created') return { name: 'open', approveUrl: order.approveUrl }
  if (order?.status === 'approved') return { name: 'approved' }
  return { name: order?.status === 'completed' ? 'paid' : 'ended' }
}

function subscriptionState(subscription: ProviderSubscription | null): CheckoutState {
  if (subscription?.status === 'pending') return { name: 'open', approveUrl: subscription.approveUrl }
  return { name: subscription?.status === 'active' ? 'paid' : 'ended' }
}
