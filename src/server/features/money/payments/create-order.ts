import { v7 } from 'uuid'
import type { ResponseOf } from '#shared/endpoint.ts'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import type { createOrder as call } from '#shared/money/payments.ts'
import type { Context } from '#server/feature.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { providerColumns } from '#server/payments/sandbox-mode.ts'
import { checkoutPage, checkoutUrl } from './checkout-page.ts'
import { presentOrderStatus } from './order-state.ts'
import { withProviderErrors } from './provider-errors.ts'
import { expireOldestOrders, insertOrder, updateOrder } from './queries.ts'
import type { PaymentOrderRow } from './schema.ts'

/** Delay of the first reconciliation after the last change of an order: until then the page is expected to record the tip. */
export const FIRST_CHECK_MS = 2 * 60 * 1000

/** Limit of a payer's open orders for one creator. Closing a checkout or two does not prevent another one. */
const MAX_OPEN_OF_CREATOR = 3
/** Limit of a payer's open orders for all creators together. */
const MAX_OPEN = 10

/** Payer, creator, amount and purpose. The purpose is stored for the feature that records the payment. */
type Order = Pick<
  PaymentOrderRow,
  'creatorId' | 'payeeEmail' | 'amountCents' | 'streamId' | 'isOffStream' | 'message'
> & {
  payerId: string
  /** Shown by the provider. */
  description: string
}

/**
 * Creates an order at the provider, bound to its payer, creator, amount and currency; checks none of these. Expires the
 * oldest open orders beyond the limits: they are no longer reconciled, but can still be paid in an open checkout.
 */
export async function createOrder(
  { config, db }: Pick<Context, 'config' | 'db'>,
  provider: PaymentProvider,
  { description, ...order }: Order,
): Promise<ResponseOf<typeof call>> {
  const { amountCents, payeeEmail, payerId } = order
  const [id, currency] = [v7(), CURRENCY]
  await db.transaction(async (tx) => {
    // Concurrent calls count each other's orders.
    await lockUser(tx, payerId)
    const nextCheckAt = new Date(Date.now() + FIRST_CHECK_MS)
    await insertOrder(tx, { id, ...providerColumns(provider), ...order, currency, nextCheckAt })
    await expireOldestOrders(tx, payerId, { ofCreator: MAX_OPEN_OF_CREATOR, ofPayer: MAX_OPEN })
  })
  const returnUrl = checkoutUrl(config, id)
  const sent = { reference: id, amountCents, currency, payeeEmail, description }
  const created = await withProviderErrors(() =>
    provider.createOrder({ ...sent, returnUrl, cancelUrl: `${returnUrl}?cancelled=1` }),
  )
  await updateOrder(db, id, { providerOrderId: created.id })
  return {
    id: created.id,
    status: presentOrderStatus('unpaid'),
    amount: formatCents(amountCents),
    currency,
    isSandbox: !provider.movesMoney,
    ...checkoutPage(config, provider, created.id),
  }
}
