import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Comment } from '#shared/comments.ts'
import { postActionColumns } from '#server/features/posts/schema.ts'

export const comments = pgTable(
  'comments',
  {
    ...postActionColumns(),
    content: text().notNull(),
    mentions: jsonb().$type<Comment['mentions']>().notNull().default([]),
    clientId: uuid('client_id'),
  },
  (table) => [
    index('comments_post_idx').on(table.postId, table.id),
    uniqueIndex('comments_client_key').on(table.userId, table.clientId),
  ],
)

export type CommentRow = typeof comments.$inferSelect
