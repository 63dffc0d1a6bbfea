import { defineFeature } from '#server/feature.ts'
import { mountAdminSettings } from './routes.ts'

/** The site settings, for admins. A change of a known one is in effect when the call returns. */
export const adminSettings = defineFeature({
  name: 'settings',
  routes: mountAdminSettings,
})
