import { defineFeature } from '#server/feature.ts'
import { platformRollUpHandler } from './roll-up-job.ts'
import { mountAdminAnalytics } from './routes.ts'
import { platformDays, platformCohorts } from './schema.ts'

/** The figures of the platform over time, for admins. */
export const adminAnalyticsFeature = defineFeature({
  name: 'admin-analytics',
  routes: mountAdminAnalytics,
  jobs: (context) => [platformRollUpHandler(context)],
  tables: [platformDays, platformCohorts],
  exportUser: 'nothing personal',
  deleteUser: 'nothing personal',
})
