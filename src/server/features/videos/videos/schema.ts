import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { VIDEO_CATEGORIES } from '#shared/constants.ts'
import type { PreviewStrip, VideoFailure, VideoNotice, VideoState } from '#shared/videos/videos.ts'
import { createdAt, timestamptz, primaryId, searchWords, updatedAt } from '#server/db/columns.ts'
import { foldedText } from '#server/db/folded-text.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const videos = pgTable(
  'videos',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text(),
    /** URL of the upload that the video was made of; null for a recording. */
    uploadUrl: text('upload_url'),
    /** Version in the URLs of all files: it changes when the video is hidden, so that the old URLs return 404. */
    filesVersion: text('files_version').notNull().$defaultFn(newFilesVersion),
    /** The second of the frame that is the poster; null for an automatically chosen frame, or an uploaded thumbnail. */
    posterAt: doublePrecision('poster_at'),
    /** Seconds. */
    duration: doublePrecision().notNull().default(0),
    /** Bytes of the original, which `mimeType` and the pixels describe, too. */
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
    /** Percentage of the processing that is done, 0 to 99; null when nothing is left to do. */
    progress: integer(),
    failure: text().$type<VideoFailure>(),
    /** A defect of the original, for its creator. */
    notice: text().$type<VideoNotice>(),
    /** When it became visible to everyone for the first time. */
    publishedAt: timestamptz('published_at'),
    /** When a job publishes the draft. */
    publishAt: timestamptz('publish_at'),
    clientId: uuid('client_id'),
    /** The recorded stream. */
    streamId: uuid('stream_id').references(() => streams.id, { onDelete: 'set null' }),
    /** Time of the recording's first frame, where its chat replay starts. */
    recordedFrom: timestamptz('recorded_from'),
    search: searchWords(),
    /**
     * When a moderator removed it. A removed video is hidden from everyone, its creator too, and unpublished. It is kept for a
     * while.
     */
    hiddenAt: timestamptz('hidden_at'),
    /** Whether it was published before its removal. */
    wasPublished: boolean('was_published').notNull().default(false),
    /** Notes of admins about its files in the media library. Members do not see them. */
    libraryTags: text('library_tags').array().notNull().default([]),
    libraryDescription: text('library_description'),
    /** The text of searches of admins: the title and these notes, folded. */
    librarySearch: text('library_search')
      .notNull()
      .generatedAlwaysAs(
        foldedText(`title || ' ' || coalesce(library_description, '') || ' ' || join_texts(library_tags)`),
      ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('videos_library_idx').using('gin', sql`${table.librarySearch} gin_trgm_ops`),
    uniqueIndex('videos_upload_key').on(table.uploadUrl),
    uniqueIndex('videos_client_key').on(table.creatorId, table.clientId),
    index('videos_creator_idx').on(table.creatorId, table.id),
    index('videos_stream_idx')
      .on(table.streamId)
      .where(sql`${table.streamId} is not null`),
    check(
      'videos_publish_at',
      sql`${table.publishAt} is null or (not ${table.isPublished} and ${table.isPublic})`,
    ),
    check('videos_hidden', sql`${table.hiddenAt} is null or not ${table.isPublished}`),
    index('videos_search_idx').using('gin', table.search),
    index('videos_wordless_idx')
      .on(table.id)
      .where(sql`${table.search} is null`),
    // Public videos: by category, of all categories by time, and by views.
    index('videos_public_idx').on(table.category, table.publishedAt, table.id).where(isPublic(table)),
    index('videos_published_idx').on(table.publishedAt, table.id).where(isPublic(table)),
    index('videos_popular_idx').on(table.viewsCount, table.id).where(isPublic(table)),
  ],
)

/** The condition for a video to be visible to everyone, if its creator is active. */
function isPublic({
  isPublished,
  isPublic: isForAll,
  state,
}: Record<'isPublished' | 'isPublic' | 'state', AnyPgColumn>) {
  return sql`${isPublished} and ${isForAll} and ${state} = 'ready'`
}

/** A video's row without the columns of searches and of the media library. */
export type VideoRow = Omit<
  typeof videos.$inferSelect,
  'search' | 'libraryTags' | 'libraryDescription' | 'librarySearch'
>

/**
 * The stored files of a video. `original`: an uploaded or recorded file, unchanged; `remux`: the same tracks in a file that
 * browsers play, without private data; `rendition`: a quality, with its `playlist`; `audio`: the quality without picture.
 */
type VideoFileKind =
  | 'original'
  | 'remux'
  | 'rendition'
  | 'audio'
  | 'playlist'
  | 'poster'
  | 'preview'
  | 'captions'

export const videoFiles = pgTable(
  'video_files',
  {
    videoId: uuid('video_id')
      .notNull()
      .references(() => videos.id, { onDelete: 'cascade' }),
    /** The last part of its URL, such as `480p.mp4`. Changes with the content. */
    name: text().notNull(),
    kind: text().$type<VideoFileKind>().notNull(),
    /** The node that stores the file; null in old rows of a single node: the node that reads the row. */
    nodeId: text('node_id'),
    /** Key in the storage. */
    key: text().notNull(),
    /** The upload that the key belongs to, which is released; a file without an upload is deleted. */
    uploadId: uuid('upload_id'),
    mimeType: text('mime_type').notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }).notNull(),
    /** Pixels. */
    width: integer(),
    height: integer(),
    /** Bits per second: the peak and the average. */
    bandwidth: integer(),
    averageBandwidth: integer('average_bandwidth'),
    /** Codecs as in RFC 6381; for an original, FFmpeg's names separated by commas. */
    codecs: text(),
    frameRate: doublePrecision('frame_rate'),
    /** The language of captions, BCP 47. */
    language: text(),
    /** The layout of the preview image. */
    tiles: jsonb().$type<Omit<PreviewStrip, 'url'>>(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.videoId, table.name] }),
    uniqueIndex('video_files_captions_key').on(table.videoId, table.language),
    index('video_files_key_idx').on(table.key),
    // The bytes of a creator's files, without reading their rows.
    index('video_files_size_idx')
      .on(table.videoId, table.size)
      .where(sql`${table.uploadId} is null`),
  ],
)

export type VideoFileRow = typeof videoFiles.$inferSelect

/** Recent starts of processing, also of videos that are deleted by now: they lower the creator's priority in the queues. */
export const videoTurns = pgTable(
  'video_turns',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [index('video_turns_creator_idx').on(table.creatorId, table.createdAt)],
)

/** Returns an unguessable version. */
export function newFilesVersion(): string {
  return randomBytes(12).toString('hex')
}
