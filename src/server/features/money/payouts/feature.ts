import { defineFeature } from '#server/feature.ts'
import { mountPayouts } from './routes.ts'

/** The payout address, which only its owner reads: no other response contains it. */
export const payouts = defineFeature({
  name: 'payouts',
  routes: mountPayouts,
})
