import { defineFeature } from '#server/feature.ts'
import { mountAdminAudit } from './routes.ts'

/** The audit trail, for admins. */
export const adminAudit = defineFeature({
  name: 'admin-audit',
  routes: mountAdminAudit,
})
