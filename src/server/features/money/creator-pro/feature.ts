import { checkoutLookups } from '#server/features/money/checkout/find-checkout.ts'
import { eventAppliers } from '#server/features/money/payments/event-job.ts'
import { findSubscriptionCheckout } from './find-checkout.ts'
import { applySubscriptionEvent, subscriptionsHandler } from './reconcile-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountCreatorPro } from './routes.ts'

/** Subscriptions to Creator Pro. */
export const creatorPro = defineFeature({
  name: 'creator-pro',
  routes: mountCreatorPro,
  jobs: (context) => [subscriptionsHandler(context)],
  extensions: [
    checkoutLookups.extend(findSubscriptionCheckout),
    eventAppliers.extend((context) => ({
      kind: 'subscription',
      apply: (event) => applySubscriptionEvent(context, event),
    })),
  ],
})
