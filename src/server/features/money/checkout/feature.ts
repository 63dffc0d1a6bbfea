import { defineFeature } from '#server/feature.ts'
import { mountCheckout } from './routes.ts'

/**
 * The page on which a payer approves an order or a subscription. Only this separate document may load the provider's scripts;
 * it works without scripts if the provider has none. It reports the outcome to its opener.
 */
export const checkoutFeature = defineFeature({
  name: 'checkout',
  routes: mountCheckout,
  // Dialogs frame it.
  contentSources: { frameSrc: ["'self'"] },
})
