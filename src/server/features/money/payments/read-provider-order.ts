import type { Context } from '#server/feature.ts'
import { notFound } from '#server/http/errors.ts'
import type { ProviderOrder } from '#server/payments/payment-provider.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import type { PaymentOrderRow } from './schema.ts'

/** Returns the provider's order. Throws 404 if the provider does not know it, or it belongs to another provider; 503. */
export async function readProviderOrder(
  { payments }: Pick<Context, 'payments'>,
  order: PaymentOrderRow,
): Promise<ProviderOrder> {
  const provider = requireProvider(payments)
  const { providerOrderId } = order
  if (providerOrderId === null || !isOfProvider(order, provider)) throw notFound('notFound.order')
  const providerOrder = await withProviderErrors(() => provider.getOrder(providerOrderId))
  if (!providerOrder) throw notFound('notFound.order')
  return providerOrder
}
