import { defineFeature } from '#server/feature.ts'
import { mountAdminSettings } from './routes.ts'
import { siteSettings } from './schema.ts'

/** The site settings, for admins. A change of a known setting is in effect when the call returns. */
export const settingsFeature = defineFeature({
  name: 'settings',
  routes: mountAdminSettings,
  tables: [siteSettings],
  exportUser: { withheld: 'who of the team has changed a setting' },
  deleteUser: 'with the account',
})
