import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { postActionColumns } from '#server/features/community/posts/schema.ts'

/** Shares of posts, at most one per user and post. */
export const shares = pgTable('shares', postActionColumns(), (table) => [
  uniqueIndex('shares_once_key').on(table.postId, table.userId),
  index('shares_user_idx').on(table.userId),
])
