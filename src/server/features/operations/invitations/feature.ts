import { defineFeature } from '#server/feature.ts'
import { mountInvitations } from './routes.ts'

/** Invitation links for new accounts, for admins. */
export const invitationsFeature = defineFeature({
  name: 'invitations',
  routes: mountInvitations,
})
