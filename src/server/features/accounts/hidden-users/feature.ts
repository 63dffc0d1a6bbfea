import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { hiddenUsers } from './schema.ts'

/** The users hidden from a user: blocked and muted users, and users who have blocked the user. */
export const hiddenUsersFeature = defineFeature({
  name: 'hidden-users',
  tables: [hiddenUsers],
  exportUser: exportRows({ hiddenUsers: hiddenUsers.userId }, { without: [hiddenUsers.blockedByAt] }),
  deleteUser: 'with the account',
})
