import { defineFeature } from '#server/feature.ts'
import { mountAdminSettings } from './routes.ts'
import { siteSettings } from './schema.ts'

/** The site settings, for admins. A change of a known one is in effect when the call returns. */
export const settingsFeature = defineFeature({
  name: 'settings',
  routes: mountAdminSettings,
  tables: [siteSettings],
  exportUser: 'nothing personal',
  deleteUser: 'with the account',
})
