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

/** An order is first read again this long after its last change: until then its page is expected to record what it paid for. */
export const FIRST_CHECK_MS = 2 * 60 * 1000

/** Open orders of a payer for one creator: somebody who has closed a checkout or two is not in the way of a third one. */
const MAX_OPEN_OF_CREATOR = 3
/** Open orders of a payer in all: otherwise one account could have three for each creator of the site. */
const MAX_OPEN = 10

/** Payer, creator, amount and purpose. The purpose is only stored, for the feature that records the payment. */
type Order = Pick<
  PaymentOrderRow,
  'creatorId' | 'payeeEmail' | 'amountCents' | 'streamId' | 'isOffStream' | 'message'
> & {
  payerId: string
  /** Shown by the provider. */
  description: string
}

/**
 * Creates an order at the provider, bound to its payer, creator, amount and currency; checks none of these. The oldest open
 * ones beyond the limits expire: they are not read from the provider any more, but their payer can still pay them, in a
 * checkout that is still open.
 */
export async function createOrder(
  { config, db }: Pick<Context, 'config' | 'db'>,
  provider: PaymentProvider,
  { description, ...order }: Order,
): Promise<ResponseOf<typeof call>> {
  const { amountCents, payeeEmail, payerId } = order
  const [id, currency] = [v7(), CURRENCY]
  await db.transaction(async (tx) => {
    // Of several new orders at once, each counts the others.
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
