import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Comment } from '#shared/community/comments.ts'
import { timestamptz } from '#server/db/columns.ts'
import { postActionColumns, posts } from '#server/features/community/posts/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

export const comments = pgTable(
  'comments',
  {
    ...postActionColumns(),
    /** The subject: a post or a video. */
    postId: uuid('post_id').references(() => posts.id, { onDelete: 'cascade' }),
    videoId: uuid('video_id').references(() => videos.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    mentions: jsonb().$type<Comment['mentions']>().notNull().default([]),
    clientId: uuid('client_id'),
    /** When it was removed by a moderator or held for review. A hidden comment is not counted, and is kept for a while. */
    hiddenAt: timestamptz('hidden_at'),
    /** Whether it waits for review; its author sees it. */
    isHeld: boolean('is_held').notNull().default(false),
  },
  (table) => [
    index('comments_post_idx').on(table.postId, table.id),
    index('comments_video_idx').on(table.videoId, table.id),
    uniqueIndex('comments_client_key').on(table.userId, table.clientId),
    check('comments_held_hidden', sql`${table.hiddenAt} is not null or not ${table.isHeld}`),
    check('comments_subject', sql`num_nonnulls(${table.postId}, ${table.videoId}) = 1`),
  ],
)

export type CommentRow = typeof comments.$inferSelect
