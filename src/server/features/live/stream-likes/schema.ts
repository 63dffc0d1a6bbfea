import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { userAtStream } from '#server/features/live/streams/schema.ts'

export const streamLikes = pgTable('stream_likes', userAtStream(), (table) => [
  primaryKey({ columns: [table.streamId, table.userId] }),
  index('stream_likes_user_idx').on(table.userId),
])
