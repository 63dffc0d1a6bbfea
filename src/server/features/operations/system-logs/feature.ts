import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteEventsOf } from '#server/logs/queries.ts'
import { systemLogs, analyticsEvents } from '#server/logs/schema.ts'
import { mountAdminLogs } from './routes.ts'

/** The operator's log, for admins. */
export const systemLogsFeature = defineFeature({
  name: 'admin-logs',
  routes: mountAdminLogs,
  tables: [systemLogs, analyticsEvents],
  exportUser: exportRows({ events: analyticsEvents.userId }),
  deleteUser: (_context, tx, userId) => deleteEventsOf(tx, userId),
})
