import * as z from 'zod/mini'
import { type QueryOf, endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, page, requiredNameLine, text } from '#shared/fields.ts'
import { mediaType } from '#shared/media/uploads.ts'
import { isSearchable } from '#shared/text/searchable.ts'
import { userRef } from '#shared/accounts/users.ts'

/**
 * The kinds of stored files by their use: `video` is a video with all its qualities and pictures, `stream` the picture of a
 * stream, `unused` an upload that is part of nothing, which is deleted after a day.
 */
export const MEDIA_KINDS = ['post', 'avatar', 'emoji', 'logo', 'video', 'stream', 'unused'] as const
export const mediaKind = z.enum(MEDIA_KINDS)
export type MediaKind = z.output<typeof mediaKind>

/** Characters of a search, of a description; tags, and characters of one. */
export const MAX_MEDIA_SEARCH = 200
export const MAX_MEDIA_DESCRIPTION = 1000
export const MAX_MEDIA_TAGS = 20
export const MAX_MEDIA_TAG = 40

/** Where a file is used: the page that shows it, null if it has none, and the title or the first words there. */
const mediaUse = z.object({ path: z.nullable(z.string()), title: z.string() })

const mediaItem = z.object({
  /** Of the upload, the video or the stream. */
  id,
  kind: mediaKind,
  /** Name in the storage; the name on the device of its owner, for a recording or a picture the title. */
  fileName: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  /** Bytes of all its files. */
  fileSize: z.int(),
  /** URL of the file, which returns a private one to its owner and admins alone. */
  url: z.string(),
  type: mediaType,
  /** Null if its account was deleted. */
  uploadedBy: z.nullable(userRef),
  isPublic: z.boolean(),
  /** Notes of admins, which members do not see. The picture of a stream has none. */
  tags: z.array(z.string()),
  description: z.nullable(z.string()),
  canDescribe: z.boolean(),
  /** A picture of it, in card width if that size exists. */
  previewUrl: z.nullable(z.string()),
  /** Pixels; seconds. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  use: z.nullable(mediaUse),
  createdAt: instant,
})
export type MediaItem = z.output<typeof mediaItem>

/** Returns the name of an item: that of its file, else the first words of the post that has it. */
export const nameOf = ({ originalName, fileName, use }: MediaItem): string =>
  originalName || use?.title || fileName

/** All stored media, the newest first. `search`: any part of the name or title, the description and the tags, without case and accents. */
export const listMedia = endpoint({
  method: 'GET',
  path: '/api/admin/media',
  access: 'admin',
  query: z.extend(page, {
    kind: z.optional(mediaKind),
    userId: z.optional(id),
    search: z.optional(z.string().check(z.trim(), maxLength(MAX_MEDIA_SEARCH), z.refine(isSearchable))),
  }),
  response: z.array(mediaItem),
})
export type MediaQuery = QueryOf<typeof listMedia>

const ofMedia = z.object({ id })

/** A stored file. `isStored`: whether the storage of this node has it; null for the file of another node. */
const storedFile = z.object({
  key: z.string(),
  kind: z.string(),
  mimeType: z.string(),
  size: z.nullable(z.int()),
  isStored: z.nullable(z.boolean()),
})
export type StoredFile = z.output<typeof storedFile>

const mediaDetails = z.object({ item: mediaItem, files: z.array(storedFile) })
export type MediaDetails = z.output<typeof mediaDetails>

/** An item with its files. 404 if no upload, video or picture of a stream has the id. */
export const getMedia = endpoint({
  method: 'GET',
  path: '/api/admin/media/:id',
  access: 'admin',
  params: ofMedia,
  response: mediaDetails,
})

const tag = requiredNameLine(MAX_MEDIA_TAG)

/** Replaces the tags and the description of admins. 404 as for `getMedia`; 422 for the picture of a stream, which has none. */
export const updateMedia = endpoint({
  method: 'PUT',
  path: '/api/admin/media/:id',
  access: 'admin',
  params: ofMedia,
  body: z.object({
    tags: z.array(tag).check(z.maxLength(MAX_MEDIA_TAGS)),
    description: z.nullable(text(MAX_MEDIA_DESCRIPTION)),
  }),
  response: mediaItem,
})

/**
 * Deletes the files of an item and every reference to them: a post stays without its file, a profile and a stream without
 * their picture; an emoji and a video are deleted with everything that belongs to them. 404 as for `getMedia`.
 */
export const deleteMedia = endpoint({
  method: 'DELETE',
  path: '/api/admin/media/:id',
  access: 'admin',
  params: ofMedia,
  response: z.object({ deleted: z.literal(true) }),
})

/** Number of users in a report. */
export const REPORTED_USERS = 10

/** Number and bytes of files that belong to no upload, video or stream. */
const orphans = z.object({ files: z.int(), bytes: z.int() })

const storageReport = z.object({
  kinds: z.array(z.object({ kind: mediaKind, items: z.int(), bytes: z.int() })),
  /** The `REPORTED_USERS` who store the most, with their allowances; bytes. */
  users: z.array(z.object({ user: userRef, bytes: z.int(), maxBytes: z.int() })),
  /** Bytes that a member may store, and one with Creator Pro: `limits.storageBytes`, `limits.proStorageBytes`. */
  allowance: z.object({ bytes: z.int(), proBytes: z.int() }),
  /** Bytes that are free on the disk. */
  freeBytes: z.int(),
  /** Files that belong to nothing. They are deleted a week after a daily check has found them. */
  orphans,
  /** The last finished check; null before the first one. */
  checkedAt: z.nullable(instant),
})
export type StorageReport = z.output<typeof storageReport>

/** The stored bytes by kind and by member; at most `COUNTS_SECONDS` old. */
export const getStorageReport = endpoint({
  method: 'GET',
  path: '/api/admin/media/storage',
  access: 'admin',
  response: storageReport,
})

/** Looks for files that belong to nothing, on each node; `clear` also deletes those that are older than a day. */
export const checkStorage = endpoint({
  method: 'POST',
  path: '/api/admin/media/storage/check',
  access: 'admin',
  body: z.object({ clear: z.boolean() }),
  response: z.object({ isQueued: z.literal(true) }),
})

/** Tags as they are stored: in lower case, each once. */
export const cleanTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((each) => each.toLowerCase())),
]
