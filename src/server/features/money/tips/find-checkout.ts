import { id as idField } from '#shared/fields.ts'
import { displayName } from '#shared/accounts/users.ts'
import type { Context } from '#server/feature.ts'
import type { FindCheckout } from '#server/features/money/checkout/find-checkout.ts'
import { captureOrder } from '#server/features/money/payments/capture-order.ts'
import { findOrder, findOrderByProviderId } from '#server/features/money/payments/queries.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import { isOfProvider } from '#server/payments/sandbox-mode.ts'
import { syncOrder } from './reconcile-job.ts'

/** Finds the order of a tip for the page on which its payer approves it. */
export function findTipCheckout({
  db,
  payments,
  publish,
  settings,
}: Pick<Context, 'db' | 'payments' | 'publish' | 'settings'>): FindCheckout {
  return async (id, userId) => {
    const order = idField.safeParse(id).success
      ? await findOrder(db, id)
      : await findOrderByProviderId(db, id)
    if (!order?.providerOrderId || order.payerId !== userId || !isOfProvider(order, payments)) return null
    const { providerOrderId } = order
    const creator = order.creatorId === null ? undefined : await findUserById(db, order.creatorId)
    return {
      kind: 'tip',
      providerId: providerOrderId,
      amountCents: order.amountCents,
      currency: order.currency,
      // An order without a creator is paid to the platform.
      title: creator ? displayName(presentUserRef(creator, null)) : settings.get('general.siteName'),
      // For an order without a creator, only the payer's own page knows the creator to claim it for.
      ...(creator && {
        async capture() {
          await captureOrder({ db, payments }, { id: userId }, providerOrderId)
          await syncOrder({ db, publish }, payments, order)
        },
      }),
    }
  }
}
