import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** A message of an admin to all members. */
export const announcements = pgTable(
  'announcements',
  {
    id: primaryId(),
    title: text().notNull(),
    text: text().notNull(),
    /** A path of this site. */
    link: text(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    /** Identifies the request, so that repeating it has no effect. */
    idempotencyKey: uuid('idempotency_key').notNull(),
    /** Number of active members when it was created. */
    recipientsCount: integer('recipients_count').notNull(),
    sentCount: integer('sent_count').notNull().default(0),
    /** The last user of the latest batch: the next one begins after it. */
    lastUserId: uuid('last_user_id'),
    finishedAt: timestamptz('finished_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('announcements_idempotency_key').on(table.idempotencyKey),
    index('announcements_created_by_idx').on(table.createdBy),
  ],
)
