import { defineFeature } from '#server/feature.ts'
import { mountCheckout } from './routes.ts'

/**
 * The page on which a payer approves an order or a subscription. It is a document of its own, which alone may load the
 * provider's scripts, and works without scripts where the provider has none. It tells its opener the outcome.
 */
export const checkoutFeature = defineFeature({
  name: 'checkout',
  routes: mountCheckout,
  // Dialogs frame it.
  contentSources: { frameSrc: ["'self'"] },
})
