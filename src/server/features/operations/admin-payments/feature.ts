import { defineFeature } from '#server/feature.ts'
import { mountAdminPayments } from './routes.ts'

/** The payments of all members, for admins. */
export const adminPaymentsFeature = defineFeature({
  name: 'admin-payments',
  routes: mountAdminPayments,
})
