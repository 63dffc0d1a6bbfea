import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant } from '#shared/fields.ts'

/** Of a stored file. */
export const mediaType = z.enum(['image', 'video', 'file'])
export type MediaType = z.output<typeof mediaType>

/** Endpoint of resumable uploads (tus protocol, version 1.0.0). */
export const UPLOADS_PATH = '/api/uploads'

/**
 * The use of a file, which determines its checks and processing: an avatar is cropped to a square, an
 * emoji is made small, a logo as large as pages show it, captions become WebVTT, also those in SubRip.
 * `video`, `thumbnail` and `captions` are stored privately: their URL returns the file to its owner and admins alone.
 */
export const uploadPurpose = z.enum(['post', 'avatar', 'emoji', 'logo', 'video', 'thumbnail', 'captions'])
export type UploadPurpose = z.output<typeof uploadPurpose>

/** A stored file. */
export const media = z.object({
  /** Relative URL on this site; an image has further sizes (`imageSizes`). */
  url: z.string(),
  mediaType,
  mimeType: z.string(),
  /** Bytes, all sizes together. */
  fileSize: z.int(),
  /** Pixels, of an image's largest size; null if unknown or not applicable. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Seconds, if known. */
  duration: z.nullable(z.number()),
  /** An animation of which only the first frame could be kept; absent otherwise. */
  hasLostMotion: z.optional(z.boolean()),
  /** A video whose sound cannot be decoded, stored without it; absent otherwise. */
  hasLostSound: z.optional(z.boolean()),
})
export type Media = z.output<typeof media>

const unfinishedUpload = z.object({
  id,
  fileName: z.string(),
  /** Bytes of the whole file, and those that the server has received. */
  fileSize: z.int(),
  received: z.int(),
  /** As sent in the metadata of the upload; null for other clients. */
  purpose: z.nullable(uploadPurpose),
  /**
   * Hash of size, beginning and end of the file, as sent in the metadata: only a file with the same one may continue the
   * upload. Null for other clients.
   */
  fingerprint: z.nullable(z.string()),
  createdAt: instant,
})
export type UnfinishedUpload = z.output<typeof unfinishedUpload>

export const storageUse = z.object({
  /** Bytes of everything that the caller stores: uploads, posted files, and what was made of them. */
  usedBytes: z.int(),
  /** Bytes that the caller may store. */
  maxBytes: z.int(),
})
export type StorageUse = z.output<typeof storageUse>

export const getStorageUse = endpoint({
  method: 'GET',
  path: '/api/storage',
  access: 'member',
  response: storageUse,
})

/**
 * The caller's own uploads that are not finished, and finished files of purpose `video` that no video uses (all bytes are
 * received: `finishUpload` returns the stored file), newest first. They are deleted a day after their last byte.
 */
export const listUploads = endpoint({
  method: 'GET',
  path: UPLOADS_PATH,
  access: 'member',
  response: z.array(unfinishedUpload),
})

/**
 * Validates a completely uploaded file by its bytes and stores it; idempotent. A refused file (413, 415) is deleted. A video
 * can take minutes: 409 `processing` and 503 `unavailable` mean that the call should be repeated after Retry-After.
 */
export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/finish',
  access: 'member',
  params: z.object({ id }),
  body: z.object({
    purpose: uploadPurpose,
    /** Poster of a video as a data URL. One that cannot be decoded is ignored; 400 for anything but a data URL. */
    poster: z.optional(z.nullable(z.string())),
  }),
  response: media,
})
