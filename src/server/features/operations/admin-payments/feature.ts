import { defineFeature } from '#server/feature.ts'
import { mountAdminPayments } from './routes.ts'

/** The payments of all members, for admins. */
export const adminPayments = defineFeature({
  name: 'admin-payments',
  routes: mountAdminPayments,
})
