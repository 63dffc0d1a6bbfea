import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { VIDEO_CATEGORIES } from '#shared/constants.ts'
import type { VideoState } from '#shared/videos.ts'
import { createdAt, timestamptz, primaryId, searchWords, updatedAt } from '#server/db/columns.ts'
import { streams } from '#server/features/streams/schema.ts'
import { users } from '#server/features/users/schema.ts'

export const videos = pgTable(
  'videos',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text(),
    /** Relative URL of the file on this site. */
    videoUrl: text('video_url').notNull(),
    thumbnailUrl: text('thumbnail_url'),
    /** Seconds. */
    duration: doublePrecision().notNull().default(0),
    /** Bytes. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull().default(0),
    mimeType: text('mime_type').notNull(),
    /** Pixels; null if unknown or audio only. */
    width: integer(),
    height: integer(),
    category: text().$type<(typeof VIDEO_CATEGORIES)[number]>().notNull(),
    tags: text().array().notNull().default([]),
    viewsCount: integer('views_count').notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    isPublished: boolean('is_published').notNull().default(false),
    isPublic: boolean('is_public').notNull().default(true),
    state: text().$type<VideoState>().notNull().default('ready'),
    /** Keys of all files in the storage. */
    files: text().array().notNull().default([]),
    /** The recorded stream. */
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** Time of the recording's first frame, where its chat replay starts. */
    recordedFrom: timestamptz('recorded_from'),
    search: searchWords(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('videos_url_key').on(table.videoUrl),
    index('videos_creator_idx').on(table.creatorId, table.id),
    index('videos_stream_idx')
      .on(table.streamId)
      .where(sql`${table.streamId} is not null`),
    index('videos_search_idx').using('gin', table.search),
    index('videos_wordless_idx')
      .on(table.id)
      .where(sql`${table.search} is null`),
    // Public videos by category.
    index('videos_public_idx')
      .on(table.category, table.id)
      .where(sql`${table.isPublished} and ${table.isPublic}`),
  ],
)

/** A video's row without its search words. */
export type VideoRow = Omit<typeof videos.$inferSelect, 'search'>
