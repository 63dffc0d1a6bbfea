import type { CheckoutMode } from '#shared/money/payments.ts'
import type { Context } from '#server/feature.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'

type CheckoutPage = { approveUrl: string; checkout: CheckoutMode }

/** Returns the URL of the page on which an order or a subscription is approved. `id`: the provider's or ours. */
export const checkoutUrl = ({ publicUrl }: Context['config'], id: string): string =>
  new URL(`/checkout/${id}`, publicUrl).href

/** Returns how a page shows the checkout. A provider's script opens a window, which does not work in a frame. */
export const checkoutPage = (
  config: Context['config'],
  { approval }: PaymentProvider,
  id: string,
): CheckoutPage => ({
  approveUrl: checkoutUrl(config, id),
  checkout: approval.kind === 'form' ? 'frame' : 'window',
})
