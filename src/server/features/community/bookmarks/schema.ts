import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { postActionColumns } from '#server/features/community/posts/schema.ts'

export const bookmarks = pgTable('bookmarks', postActionColumns(), (table) => [
  uniqueIndex('bookmarks_once_key').on(table.postId, table.userId),
  index('bookmarks_user_idx').on(table.userId, table.id),
])
