import { defineFeature } from '#server/feature.ts'
import { mountAdminUsers } from './routes.ts'

export const adminUsers = defineFeature({
  name: 'admin-users',
  routes: mountAdminUsers,
})
