import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/users/schema.ts'

/** What people wrote to those who run the site. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** Who was signed in; a message outlives its member. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [index('contact_messages_user_idx').on(table.userId)],
)
