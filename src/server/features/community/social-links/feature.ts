import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountSocialLinks } from './routes.ts'
import { socialLinks } from './schema.ts'

/** The links to a creator's pages elsewhere. */
export const socialLinksFeature = defineFeature({
  name: 'social-links',
  routes: mountSocialLinks,
  tables: [socialLinks],
  exportUser: exportRows({ socialLinks: socialLinks.creatorId }),
  deleteUser: 'with the account',
})
