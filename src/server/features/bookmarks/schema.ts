import { index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { posts } from '#server/features/posts/schema.ts'
import { users } from '#server/features/users/schema.ts'

export const bookmarks = pgTable(
  'bookmarks',
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
    uniqueIndex('bookmarks_once_key').on(table.postId, table.userId),
    index('bookmarks_user_idx').on(table.userId, table.id),
  ],
)
