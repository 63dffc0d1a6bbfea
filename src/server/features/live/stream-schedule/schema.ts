import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { userStreamColumns } from '#server/features/live/streams/schema.ts'

/** Users who are notified when the stream starts. */
export const streamReminders = pgTable('stream_reminders', userStreamColumns(), (table) => [
  primaryKey({ columns: [table.streamId, table.userId] }),
  index('stream_reminders_user_idx').on(table.userId),
])
