import { defineFeature } from '#server/feature.ts'
import { mountAdminLogs } from './routes.ts'

/** The operator's log, for admins. */
export const adminLogs = defineFeature({
  name: 'admin-logs',
  routes: mountAdminLogs,
})
