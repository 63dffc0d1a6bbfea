import { defineFeature } from '#server/feature.ts'
import { mountAdminDashboard } from './routes.ts'

/**
 * The figures and the health of the site, for admins. The number of posts is cached for `COUNTS_SECONDS`, as counting a million
 * takes long; all other figures are current.
 */
export const adminDashboardFeature = defineFeature({
  name: 'admin-dashboard',
  routes: mountAdminDashboard,
})
