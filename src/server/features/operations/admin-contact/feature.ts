import { defineFeature } from '#server/feature.ts'
import { mountAdminContact } from './routes.ts'

/** The messages of the contact form, for admins. */
export const adminContactFeature = defineFeature({
  name: 'admin-contact',
  routes: mountAdminContact,
})
