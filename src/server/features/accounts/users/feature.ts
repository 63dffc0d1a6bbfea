import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteUser } from './queries.ts'
import { users } from './schema.ts'

/** The accounts. Its deletion is the last one: foreign keys delete or forget what still refers to it. */
export const accountsFeature = defineFeature({
  name: 'accounts',
  tables: [users],
  exportUser: exportRows(
    { account: users.id },
    { without: [users.passwordHash, users.search, users.adminSearch] },
  ),
  deleteUser: (_context, tx, userId) => deleteUser(tx, userId),
})
