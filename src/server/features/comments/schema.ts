import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Comment } from '#shared/comments.ts'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { posts } from '#server/features/posts/schema.ts'
import { users } from '#server/features/users/schema.ts'

export const comments = pgTable(
  'comments',
  {
    id: primaryId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    mentions: jsonb().$type<Comment['mentions']>().notNull().default([]),
    clientId: uuid('client_id'),
    createdAt: createdAt(),
  },
  (table) => [
    index('comments_post_idx').on(table.postId, table.id),
    uniqueIndex('comments_client_key').on(table.userId, table.clientId),
  ],
)

export type CommentRow = typeof comments.$inferSelect
