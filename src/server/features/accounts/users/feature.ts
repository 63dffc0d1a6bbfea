import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteUser } from './queries.ts'
import { users } from './schema.ts'

/** The accounts. Its `deleteUser` runs last: foreign keys delete the remaining rows of the user, or set the reference to null. */
export const accountsFeature = defineFeature({
  name: 'users',
  tables: [users],
  exportUser: exportRows(
    { account: users.id },
    { without: [users.passwordHash, users.search, users.adminSearch] },
  ),
  deleteUser: (_context, tx, userId) => deleteUser(tx, userId),
})
