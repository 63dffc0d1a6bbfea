import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { postActionColumns } from '#server/features/community/posts/schema.ts'

export const likes = pgTable('likes', postActionColumns(), (table) => [
  uniqueIndex('likes_once_key').on(table.postId, table.userId),
  index('likes_user_idx').on(table.userId, table.id),
])
