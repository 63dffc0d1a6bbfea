import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { checkoutLookups } from '#server/features/money/checkout/find-checkout.ts'
import { eventAppliers } from '#server/features/money/payments/event-job.ts'
import { findSubscriptionCheckout } from './find-checkout.ts'
import { applySubscriptionEvent, subscriptionsHandler } from './reconcile-job.ts'
import { listPaymentsOf } from './payment-queries.ts'
import { mountCreatorPro } from './routes.ts'
import { subscriptions, subscriptionPayments } from './schema.ts'

/** Subscriptions to Creator Pro. */
export const creatorProFeature = defineFeature({
  name: 'creator-pro',
  routes: mountCreatorPro,
  jobs: (context) => [subscriptionsHandler(context)],
  extensions: [
    checkoutLookups.extend(findSubscriptionCheckout),
    eventAppliers.extend(() => ({ kind: 'subscription', apply: applySubscriptionEvent })),
  ],
  tables: [subscriptions, subscriptionPayments],
  exportUser: async (db, userId) => ({
    ...(await exportRows({ subscriptions: subscriptions.userId })(db, userId)),
    payments: await listPaymentsOf(db, userId),
  }),
  deleteUser: 'with the account',
})
