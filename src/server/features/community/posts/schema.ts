import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Post } from '#shared/community/posts.ts'
import type { MediaType } from '#shared/media/uploads.ts'
import {
  createdAt,
  textCollateC,
  primaryId,
  searchWords,
  timestamptz,
  updatedAt,
} from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const posts = pgTable(
  'posts',
  {
    id: primaryId(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    mediaUrl: text('media_url'),
    mediaType: text('media_type').$type<MediaType>(),
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    mediaPosterUrl: text('media_poster_url'),
    mediaLoops: boolean('media_loops').notNull().default(false),
    /** Bytes; an operator can allow more than `integer` can store. */
    mediaSize: bigint('media_size', { mode: 'number' }),
    mentions: jsonb().$type<Post['mentions']>().notNull().default([]),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    sharesCount: integer('shares_count').notNull().default(0),
    clientId: uuid('client_id'),
    search: searchWords(),
    /** When it was removed by a moderator or held for review. A hidden post is kept for a while. */
    hiddenAt: timestamptz('hidden_at'),
    /** Whether it waits for review; its author sees it. */
    isHeld: boolean('is_held').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('posts_media_idx')
      .on(table.mediaUrl)
      .where(sql`${table.mediaUrl} is not null`),
    // Includes the columns that visibility depends on: an index-only scan finds the newest posts of many authors.
    index('posts_author_idx').on(table.authorId, table.id, table.hiddenAt, table.isHeld),
    index('posts_search_idx').using('gin', table.search),
    index('posts_wordless_idx')
      .on(table.id)
      .where(sql`${table.search} is null`),
    uniqueIndex('posts_client_key').on(table.authorId, table.clientId),
    check('posts_held_hidden', sql`${table.hiddenAt} is not null or not ${table.isHeld}`),
  ],
)

/** Common columns of the tables for a user's actions on a post: bookmarks, shares, comments. */
export const postActionColumns = () => ({
  id: primaryId(),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  postId: uuid('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

/** Hashtags of a post: `tag` is folded, `label` is as written. */
export const postHashtags = pgTable(
  'post_hashtags',
  {
    /** Collation "C", independent of the database's own, so that the index serves prefix searches. */
    tag: textCollateC().notNull(),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    label: text().notNull(),
    authorId: uuid('author_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.tag, table.postId] }),
    index('post_hashtags_post_idx').on(table.postId),
    index('post_hashtags_recent_idx').on(table.createdAt, table.tag, table.authorId),
  ],
)

export type PostRow = typeof posts.$inferSelect
