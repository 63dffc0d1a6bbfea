import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The latest digest of each user who has had one. */
export const digests = pgTable('digests', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The next digest covers later notifications. */
  coveredUntil: timestamptz('covered_until').notNull(),
})
