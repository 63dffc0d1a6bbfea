import { defineFeature } from '#server/feature.ts'
import { mountAdminUsers } from './routes.ts'
import { userNotes } from './schema.ts'

/** The accounts, for admins. */
export const adminUsersFeature = defineFeature({
  name: 'admin-users',
  routes: mountAdminUsers,
  tables: [userNotes],
  exportUser: { withheld: 'remarks of the team' },
  deleteUser: 'with the account',
})
