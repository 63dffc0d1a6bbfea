import { defineExtensionPoint } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { PaymentError } from '#server/payments/payment-error.ts'
import type {
  PaymentProvider,
  ProviderOrder,
  ProviderSubscription,
} from '#server/payments/payment-provider.ts'

/** What somebody is about to pay for. */
export type Checkout = {
  kind: 'tip' | 'subscription'
  /** The provider's id of the order or subscription. */
  providerId: string
  amountCents: number
  currency: string
  /** What is paid for: the creator's name, or the name of the subscription. */
  title: string
  /** Takes an approved payment, where the provider does not do so by itself. Throws `HttpError`. */
  capture?: () => Promise<void>
}

/**
 * Finds the order or subscription of this payer, by the provider's id or by ours. Returns null if there is none, also for
 * those of somebody else.
 */
export type FindCheckout = (id: string, userId: string) => Promise<Checkout | null>

/** One of each feature with something to pay for. */
export const checkoutLookups = defineExtensionPoint<Context, FindCheckout>('checkouts')

/**
 * `open`: the payer can approve at `approveUrl`, or with a form or the SDK. `approved`: but not paid yet. `ended`: it can no longer
 * be paid.
 * `unavailable`: the provider cannot be asked now.
 */
export type CheckoutState =
  | { name: 'open'; approveUrl: string | null }
  | { name: 'approved' | 'paid' | 'ended' | 'unavailable' }

/** Asks the provider for the state: no page can pretend an approval. */
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
