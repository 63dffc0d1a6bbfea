import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountPayouts } from './routes.ts'
import { creatorPayouts } from './schema.ts'

/** The payout address, which only its owner reads: no other response contains it. */
export const payoutsFeature = defineFeature({
  name: 'payouts',
  routes: mountPayouts,
  tables: [creatorPayouts],
  exportUser: exportRows({ payouts: creatorPayouts.userId }),
  deleteUser: 'with the account',
})
