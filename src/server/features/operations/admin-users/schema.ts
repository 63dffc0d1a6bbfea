import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Remarks of admins about users. */
export const userNotes = pgTable(
  'user_notes',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('user_notes_user_idx').on(table.userId, table.id),
    index('user_notes_author_idx').on(table.authorId),
  ],
)
