import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { forgetUserInLogs } from '#server/logs/queries.ts'
import { systemLogs, analyticsEvents } from '#server/logs/schema.ts'
import { mountAdminLogs } from './routes.ts'

/** The operator's log, for admins. */
export const systemLogsFeature = defineFeature({
  name: 'system-logs',
  routes: mountAdminLogs,
  tables: [systemLogs, analyticsEvents],
  exportUser: exportRows({ events: analyticsEvents.userId }),
  deleteUser: (_context, tx, userId) => forgetUserInLogs(tx, userId),
})
