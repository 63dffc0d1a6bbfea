import { defineFeature } from '#server/feature.ts'
import { mountInvitations } from './routes.ts'

/** The links with which accounts are opened, for admins. */
export const invitationsFeature = defineFeature({
  name: 'invitations',
  routes: mountInvitations,
})
