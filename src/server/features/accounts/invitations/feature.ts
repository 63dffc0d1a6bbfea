import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { invitations } from './schema.ts'

/** The invitations with which people register while the site is not open to everyone. */
export const storedInvitationsFeature = defineFeature({
  name: 'stored-invitations',
  tables: [invitations],
  exportUser: exportRows({ invitations: invitations.createdBy }, { without: [invitations.token] }),
  deleteUser: 'with the account',
})
