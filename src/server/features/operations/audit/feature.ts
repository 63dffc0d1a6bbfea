import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountAdminAudit } from './routes.ts'
import { auditEntries } from './schema.ts'

/** The audit trail, for admins. */
export const auditFeature = defineFeature({
  name: 'audit',
  routes: mountAdminAudit,
  tables: [auditEntries],
  exportUser: exportRows({ actions: auditEntries.actorId }, { without: [auditEntries.details] }),
  deleteUser: { keeps: 'who of the team has changed what' },
})
