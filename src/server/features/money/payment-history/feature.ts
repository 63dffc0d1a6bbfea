import { defineFeature } from '#server/feature.ts'
import { mountPaymentHistory } from './routes.ts'

/** Everything that a member has paid for: tips and Creator Pro. */
export const paymentHistoryFeature = defineFeature({
  name: 'payment-history',
  routes: mountPaymentHistory,
})
