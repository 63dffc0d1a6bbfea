import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { byMemberOnPost } from '#server/features/posts/schema.ts'

/** Who has passed a post on, each member once. */
export const shares = pgTable('shares', byMemberOnPost(), (table) => [
  uniqueIndex('shares_once_key').on(table.postId, table.userId),
  index('shares_user_idx').on(table.userId),
])
