import { defineFeature } from '#server/feature.ts'
import { exportHiddenUsers } from './queries.ts'
import { hiddenUsers } from './schema.ts'

/** The users hidden from a user: blocked and muted users, and users who have blocked the user. */
export const hiddenUsersFeature = defineFeature({
  name: 'hidden-users',
  tables: [hiddenUsers],
  exportUser: exportHiddenUsers,
  deleteUser: 'with the account',
})
