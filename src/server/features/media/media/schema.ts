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
import { users } from '#server/features/accounts/users/schema.ts'
import { foldedText } from '#server/db/folded-text.ts'
import type { MediaType } from '#shared/media/uploads.ts'
import type { UploadPurpose } from '#shared/media/uploads.ts'

/**
 * Stored files. A row is inserted before its first file and deleted after its last one, so that the cleanup finds the
 * files of an interrupted request.
 */
export const mediaUploads = pgTable(
  'media_uploads',
  {
    /** The id of the tus upload, if it came as one. */
    id: primaryId(),
    /** Name of the main file in the storage. */
    fileName: text('file_name').notNull(),
    originalName: text('original_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** Bytes of all files together, without the poster. */
    fileSize: bigint('file_size', { mode: 'number' }).notNull(),
    url: text().notNull(),
    type: text().$type<MediaType>().notNull(),
    /** Null when the user is deleted; the cleanup then deletes the files, but not the logo of the site. */
    uploadedBy: uuid('uploaded_by').references(() => users.id, { onDelete: 'set null' }),
    isPublic: boolean('is_public').notNull().default(true),
    tags: text().array().notNull().default([]),
    description: text(),
    purpose: text().$type<UploadPurpose>().notNull(),
    /** The fingerprint of the upload: a client does not send the same file again. */
    fingerprint: text(),
    status: text().$type<MediaStatus>().notNull().default('storing'),
    /** Whether it is an animated image, as an image or as a video without sound. */
    loops: boolean().notNull().default(false),
    /** Only the first frame of an animation could be kept. */
    hasLostMotion: boolean('has_lost_motion').notNull().default(false),
    /** The sound of a video cannot be decoded: it is stored without sound. */
    hasLostSound: boolean('has_lost_sound').notNull().default(false),
    /** Poster of a video; of an animation its first frame, in the sizes of `imageSizes`. */
    posterUrl: text('poster_url'),
    /** Bytes of the poster, which `fileSize` does not contain. */
    posterSize: integer('poster_size').notNull().default(0),
    /**
     * The node whose storage has the files; only this node can delete them. Null for rows from before there were several
     * nodes: any node.
     */
    nodeId: text('node_id'),
    /** Keys of all files in the storage. */
    files: text().array().notNull(),
    width: integer(),
    height: integer(),
    /** Seconds. */
    duration: doublePrecision(),
    /** The text of searches of admins: the name, the description and the tags, folded. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        foldedText(`original_name || ' ' || coalesce(description, '') || ' ' || join_texts(tags)`),
      ),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('media_uploads_url_key').on(table.url),
    index('media_uploads_uploader_idx').on(table.uploadedBy, table.id),
    // For the cleanup of unused media.
    index('media_uploads_unused_idx')
      .on(table.createdAt)
      .where(sql`${table.status} <> 'used'`),
    // A page of the media library with one purpose.
    index('media_uploads_purpose_idx').on(table.purpose, table.id),
    index('media_uploads_search_idx').using('gin', sql`${table.search} gin_trgm_ops`),
    // The row of a stored file.
    index('media_uploads_files_idx').using('gin', table.files),
  ],
)

/** In this order: files are being written; stored and unused; in use; files are being deleted. */
type MediaStatus = 'storing' | 'ready' | 'used' | 'released'

export type MediaRow = typeof mediaUploads.$inferSelect
