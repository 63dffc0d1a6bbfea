import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { rollUpHandler } from './roll-up-job.ts'
import { mountCreatorAnalytics } from './routes.ts'
import { creatorAnalytics } from './schema.ts'

/** A creator's figures over time. */
export const creatorAnalyticsFeature = defineFeature({
  name: 'creator-analytics',
  routes: mountCreatorAnalytics,
  jobs: (context) => [rollUpHandler(context)],
  tables: [creatorAnalytics],
  exportUser: exportRows({ days: creatorAnalytics.creatorId }),
  deleteUser: 'with the account',
})
