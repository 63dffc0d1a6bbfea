import { sql } from 'drizzle-orm'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Messages to the site's operators. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: primaryId(),
    fullName: text('full_name').notNull(),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    /** The signed-in sender; the deletion of the account deletes the message, too. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** When, and by which admin, it was marked as done; null while it is open. */
    doneAt: timestamptz('done_at'),
    doneBy: uuid('done_by').references(() => users.id, { onDelete: 'set null' }),
    /** The admin who takes care of it. */
    assigneeId: uuid('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** The answer of an admin to the sender, at most one. */
    answer: text(),
    answeredAt: timestamptz('answered_at'),
    answeredBy: uuid('answered_by').references(() => users.id, { onDelete: 'set null' }),
    /** Identifies the request of the answer, so that repeating it has no effect. */
    answerKey: uuid('answer_key'),
    createdAt: createdAt(),
  },
  (table) => [
    index('contact_messages_user_idx').on(table.userId),
    index('contact_messages_done_by_idx').on(table.doneBy),
    index('contact_messages_answered_by_idx')
      .on(table.answeredBy)
      .where(sql`${table.answeredBy} is not null`),
    index('contact_messages_assignee_idx')
      .on(table.assigneeId)
      .where(sql`${table.assigneeId} is not null`),
    index('contact_messages_mine_idx')
      .on(table.assigneeId, table.id)
      .where(sql`${table.doneAt} is null and ${table.assigneeId} is not null`),
    index('contact_messages_open_idx')
      .on(table.id)
      .where(sql`${table.doneAt} is null`),
    index('contact_messages_done_idx')
      .on(table.id)
      .where(sql`${table.doneAt} is not null`),
  ],
)
