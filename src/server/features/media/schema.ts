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
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/users/schema.ts'
import type { MediaType } from '#shared/posts.ts'
import type { UploadPurpose } from '#shared/uploads.ts'

/**
 * Files that the site keeps. A row is there before the first of its files and goes after the last one, so that whatever
 * breaks off is found and cleared away.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    /** The upload's own id, where it came as one. */
    id: primaryId(),
    /** Of the main file in the storage. */
    fileName: text('file_name').notNull(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** Bytes of all files together, but for a poster. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    url: text().notNull(),
    type: text().$type<MediaType>().notNull(),
    /** Null when the member is gone; the sweep deletes the files then. */
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    isPublic: boolean('is_public').notNull().default(true),
    tags: text().array().notNull().default([]),
    description: text(),
    purpose: text().$type<UploadPurpose>().notNull(),
    status: text().$type<MediaStatus>().notNull().default('storing'),
    /** Of a video: the picture that stands in its place until it is played. */
    posterUrl: text('poster_url'),
    /** Keys of all files in the storage. */
    files: text().array().notNull(),
    width: integer(),
    height: integer(),
    /** Seconds. */
    duration: doublePrecision(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('media_uploads_url_key').on(table.url),
    index('media_uploads_uploader_idx').on(table.uploadedBy, table.id),
    // The sweep looks at what nobody uses.
    index('media_uploads_unused_idx')
      .on(table.createdAt)
      .where(sql`${table.status} <> 'used'`),
  ],
)

/** Its files are being written; it waits for its use; it is used; its files are being deleted. */
type MediaStatus = 'storing' | 'ready' | 'used' | 'released'

export type MediaRow = typeof mediaUploads.$inferSelect
