import { pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The secret that lets an encoder broadcast as a user: one key per user. */
export const streamKeys = pgTable(
  'stream_keys',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The key, encrypted with a secret that is not in the database. */
    sealed: text().notNull(),
    /** A keyed digest of the key, for lookups. */
    digest: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('stream_keys_digest_key').on(table.digest)],
)
