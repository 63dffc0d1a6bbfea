import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { posts } from '#server/features/posts/schema.ts'
import { users } from '#server/features/users/schema.ts'

/** Who has passed a post on, each member once. */
export const shares = pgTable(
  'shares',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('shares_once_key').on(table.postId, table.userId),
    index('shares_user_idx').on(table.userId),
  ],
)
