import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountPayouts } from './routes.ts'
import { creatorPayouts } from './schema.ts'

/** The payout addresses. Only the owner's own calls return one. */
export const payoutsFeature = defineFeature({
  name: 'payouts',
  routes: mountPayouts,
  tables: [creatorPayouts],
  exportUser: exportRows({ payouts: creatorPayouts.userId }),
  deleteUser: 'with the account',
})
