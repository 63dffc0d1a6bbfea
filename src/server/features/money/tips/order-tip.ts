import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { formatCents } from '#shared/money/money.ts'
import type { createOrder as call } from '#shared/money/payments.ts'
import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { createOrder } from '#server/features/money/payments/create-order.ts'
import { requireProvider } from '#server/features/money/payments/provider-errors.ts'
import { findPayee } from '#server/features/money/payouts/find-payee.ts'
import { HttpError, invalid, notFound } from '#server/http/errors.ts'
import { inEnglish } from '#server/http/translations.ts'
import type { PaymentProvider } from '#server/payments/payment-provider.ts'
import { type Payer, checkMessage } from './check-message.ts'

type Dependencies = Pick<Context, 'config' | 'db' | 'limits' | 'payments' | 'settings'>

/**
 * Creates the order of a tip, after checking its message, amount and payee. An order without a creator is paid to the
 * platform. Throws as the endpoint declares.
 */
export async function orderTip(
  dependencies: Dependencies,
  payer: Payer,
  { amount: amountCents, message, streamerId: creatorId = null, streamId }: BodyOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { db } = dependencies
  const provider = requireProvider(dependencies.payments)
  await checkMessage(dependencies, payer, { text: message, creatorId, streamId })
  checkAmount(dependencies, amountCents)
  if (creatorId !== null) await refuseBlocked(db, payer.id, creatorId)
  return createOrder(dependencies, provider, {
    payerId: payer.id,
    creatorId,
    payeeEmail: creatorId === null ? null : await requirePayee(db, provider, { payer, creatorId }),
    amountCents,
    description: inEnglish('payments.tip'),
    streamId: streamId ?? null,
    isOffStream: streamId === null,
    message: message || null,
  })
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
async function requirePayee(
  db: Context['db'],
  provider: PaymentProvider,
  { payer, creatorId }: { payer: Payer; creatorId: string },
): Promise<string> {
  if (creatorId === payer.id) throw new HttpError(422, 'own_tip', 'errors.ownTip')
  if (!(await isUserActive(db, creatorId))) throw notFound('notFound.user')
  const { email } = await findPayee(db, provider, creatorId)
  if (email === null) throw new HttpError(422, 'cannot_receive', 'errors.cannotReceive')
  return email
}
