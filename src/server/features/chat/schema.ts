import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: primaryId(),
    streamId: uuid('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    message: text().notNull(),
    /** The sender's mark: sending the same one again stores nothing. */
    clientId: uuid('client_id'),
    createdAt: createdAt(),
  },
  (table) => [
    index('chat_messages_stream_idx').on(table.streamId, table.id),
    uniqueIndex('chat_messages_client_key').on(table.userId, table.clientId),
  ],
)
