import { v7 } from 'uuid'
import type { BodyOf } from '#shared/endpoint.ts'
import { CURRENCY, formatCents } from '#shared/money/money.ts'
import type { createOrder as call } from '#shared/money/payments.ts'
import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { findPayee } from '#server/features/money/payouts/can-receive.ts'
import { isUserActive, lockUser } from '#server/features/accounts/users/queries.ts'
import { type Payer, checkMessage } from '#server/features/money/tips/check-message.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { inEnglish } from '#server/http/translations.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { providerColumns } from '#server/payments/sandbox-mode.ts'
import { checkoutPage, checkoutUrl } from './checkout-page.ts'
import { toOrderStatus } from './order-state.ts'
import { requireProvider, withProviderErrors } from './provider-errors.ts'
import { expireOldest, insertOrder, updateOrder } from './queries.ts'

/** An order is first read again this long after its last change: until then its page is expected to record the tip. */
export const FIRST_CHECK_MS = 2 * 60 * 1000

/** Open orders of a payer for one creator: somebody who has closed a checkout or two is not in the way of a third one. */
const MAX_OPEN_OF_CREATOR = 3
/** Open orders of a payer in all: otherwise one account could have three for each creator of the site. */
const MAX_OPEN = 10

type Dependencies = Pick<Context, 'config' | 'db' | 'limits' | 'payments' | 'settings'>

/**
 * Creates an order at the provider, bound to its payer, creator, amount and currency. The oldest open ones beyond the
 * limits expire: they are not read from the provider any more, but their payer can still pay them, in a checkout that
 * is still open.
 */
export async function createOrder(dependencies: Dependencies, payer: Payer, body: BodyOf<typeof call>) {
  const { config, db } = dependencies
  const provider = requireProvider(dependencies.payments)
  const { amount: amountCents, streamerId = null } = body
  await checkMessage(dependencies, payer, {
    text: body.message,
    creatorId: streamerId,
    streamId: body.streamId,
  })
  checkAmount(dependencies, amountCents)
  if (streamerId !== null) await refuseBlocked(db, payer.id, streamerId)
  const payeeEmail = streamerId === null ? null : await payeeOf(dependencies, provider, payer, streamerId)
  const id = v7()
  const values = {
    id,
    ...providerColumns(provider),
    payerId: payer.id,
    creatorId: streamerId,
    payeeEmail,
    streamId: body.streamId ?? null,
    isOffStream: body.streamId === null,
    amountCents,
    currency: CURRENCY,
    message: body.message || null,
    nextCheckAt: new Date(Date.now() + FIRST_CHECK_MS),
  }
  await db.transaction(async (tx) => {
    // Of several new orders at once, each counts the others.
    await lockUser(tx, payer.id)
    await insertOrder(tx, values)
    await expireOldest(tx, payer.id, { ofCreator: MAX_OPEN_OF_CREATOR, ofPayer: MAX_OPEN })
  })
  const returnUrl = checkoutUrl(config, id)
  const order = await withProviderErrors(() =>
    provider.createOrder({
      reference: id,
      amountCents,
      currency: CURRENCY,
      payeeEmail,
      description: inEnglish('payments.tip'),
      returnUrl,
      cancelUrl: `${returnUrl}?cancelled=1`,
    }),
  )
  await updateOrder(db, id, { providerOrderId: order.id })
  return {
    id: order.id,
    status: toOrderStatus('unpaid'),
    amount: formatCents(amountCents),
    currency: CURRENCY,
    isSandbox: !provider.movesMoney,
    ...checkoutPage(config, provider, order.id),
  }
}

function checkAmount({ settings }: Pick<Context, 'settings'>, cents: number): void {
  const [min, max] = [settings.get('payments.minTip'), settings.get('payments.maxTip')]
  if (cents < Math.round(min * 100))
    throw invalid([
      { path: 'amount', key: 'fields.minTip', values: { amount: formatCents(Math.round(min * 100)) } },
    ])
  if (cents > Math.round(max * 100))
    throw invalid([
      { path: 'amount', key: 'fields.maxTip', values: { amount: formatCents(Math.round(max * 100)) } },
    ])
}

/**
 * Returns the address that tips of a creator are paid to. Throws 404, or 422 if the creator cannot be tipped by the
 * payer.
 */
async function payeeOf(
  { db }: Pick<Context, 'db'>,
  provider: PaymentProvider,
  payer: Payer,
  creatorId: string,
): Promise<string> {
  if (creatorId === payer.id) throw new HttpError(422, 'own_tip', 'errors.ownTip')
  if (!(await isUserActive(db, creatorId))) throw notFound('notFound.user')
  const { email } = await findPayee(db, provider, creatorId)
  if (email === null) throw new HttpError(422, 'cannot_receive', 'errors.cannotReceive')
  return email
}
