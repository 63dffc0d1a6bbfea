import { id as idField } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import type { FindCheckout } from '#server/features/money/checkout/find-checkout.ts'
import { inEnglish } from '#server/http/translations.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { findSubscription, findSubscriptionByProviderId } from './queries.ts'

/** Finds a subscription for the page on which its subscriber approves it. */
export function findSubscriptionCheckout({ db, payments }: Pick<Context, 'db' | 'payments'>): FindCheckout {
  return async (id, userId) => {
    const row = idField.safeParse(id).success
      ? await findSubscription(db, id)
      : await findSubscriptionByProviderId(db, id)
    if (!row?.providerSubscriptionId || row.userId !== userId || !isOfProvider(row, payments)) return null
    return {
      kind: 'subscription',
      providerId: row.providerSubscriptionId,
      amountCents: row.priceCents,
      currency: row.currency,
      title: inEnglish('payments.creatorPro'),
    }
  }
}
