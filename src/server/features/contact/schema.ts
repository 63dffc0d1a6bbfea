import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/users/schema.ts'

/** Messages to the site's operators. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** The signed-in sender; a message outlives the account. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When an admin marked it as done, and who; null while it is open. */
    doneAt: timestamptz('done_at'),
    doneBy: uuid('done_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_messages_user_idx').on(table.userId),
    index('contact_messages_done_by_idx').on(table.doneBy),
    index('contact_messages_open_idx')
      .on(table.id)
      .where(sql`${table.doneAt} is null`),
    index('contact_messages_done_idx')
      .on(table.id)
      .where(sql`${table.doneAt} is not null`),
  ],
)
