import * as z from 'zod/mini'
import { LIMITS, VIDEO_CATEGORIES } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, nameLine, page, requiredLine, text } from '#shared/fields.ts'
import { video } from './videos.ts'

const ofVideo = z.object({ id })

/** Trimmed; empty and repeated tags are dropped. */
const tags = z.pipe(
  z.array(nameLine('tagLength')).check(maxLength('tags')),
  z.transform((list) => [...new Set(list.filter(Boolean))]),
)

/**
 * The caller's videos, newest first: published (and public), draft, scheduled (those drafts that have a time of
 * publication), or private (published, hidden).
 */
export const listCreatorVideos = endpoint({
  method: 'GET',
  path: '/api/creator/videos',
  access: 'member',
  query: z.extend(page, {
    filter: z.optional(z.enum(['published', 'draft', 'scheduled', 'private'])),
    /** Only recordings of this stream. */
    streamId: z.optional(id),
  }),
  response: z.array(video),
})

/** The details that a creator edits. */
const videoDetails = z.object({
  title: requiredLine(LIMITS.videoTitle),
  description: z.nullable(text(LIMITS.videoDescription)),
  category: z.enum(VIDEO_CATEGORIES),
  tags,
  isPublished: z.boolean(),
  isPublic: z.boolean(),
  /**
   * When a public draft is published by itself, or as soon after it as the video is ready; null cancels, as publishing or
   * hiding the video does. A new time needs Creator Pro (403 `pro_required`); 422 for a video that is not a public draft, and
   * for a time in the past or more than a year ahead. It is kept when Creator Pro ends.
   */
  publishAt: z.nullable(instant),
  /** URL of the caller's finished `thumbnail` upload, or null for a frame of the video. */
  thumbnailUrl: z.nullable(z.string().check(z.maxLength(200))),
  /** The second of the frame that becomes the thumbnail, when there is no `thumbnailUrl`; null for a chosen one. */
  thumbnailAt: z.nullable(z.number().check(z.minimum(0))),
})
export type VideoDetails = z.output<typeof videoDetails>

/**
 * Makes a video of the caller's finished `video` upload and enqueues its processing; 422 for any other URL, and for one
 * that another video uses. Repeating a call with the same `clientId` returns the video that was made first. `duration`,
 * `fileSize` and `mimeType` of a request are ignored: the server reads them from the file.
 */
export const createVideo = endpoint({
  method: 'POST',
  path: '/api/creator/videos',
  access: 'member',
  publishes: true,
  rate: 'videoChanges',
  body: z.extend(z.partial(videoDetails), {
    title: videoDetails.shape.title,
    category: videoDetails.shape.category,
    videoUrl: z.string().check(z.maxLength(200)),
    clientId: z.optional(id),
  }),
  response: video,
  status: 201,
})

/** Absent fields stay unchanged. */
export const updateVideo = endpoint({
  method: 'PUT',
  path: '/api/creator/videos/:id',
  access: 'member',
  rate: 'videoChanges',
  params: ofVideo,
  body: z.exactPartial(videoDetails),
  response: video,
})

/** Publishes a draft. Idempotent. */
export const publishVideo = endpoint({
  method: 'POST',
  path: '/api/creator/videos/:id/publish',
  access: 'member',
  publishes: true,
  rate: 'videoChanges',
  params: ofVideo,
  response: video,
})

/** Processes a failed video again; 409 for a video in another state. */
export const retryVideo = endpoint({
  method: 'POST',
  path: '/api/creator/videos/:id/retry',
  access: 'member',
  rate: 'videoChanges',
  params: ofVideo,
  response: video,
})

/** Deletes the video permanently, with its files. */
export const deleteVideo = endpoint({
  method: 'DELETE',
  path: '/api/creator/videos/:id',
  access: 'member',
  params: ofVideo,
  response: z.object({ deleted: z.literal(true) }),
})

const ofCaptions = z.object({
  id,
  /** BCP 47. */
  lang: z.pipe(
    z
      .string()
      .check(z.maxLength(35), z.regex(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i), z.refine<string>(isLanguageTag)),
    z.transform((tag) => new Intl.Locale(tag).toString()),
  ),
})

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Adds or replaces the captions of a language, from the URL of the caller's finished `captions` upload; 422 for any other. */
export const setCaptions = endpoint({
  method: 'PUT',
  path: '/api/creator/videos/:id/captions/:lang',
  access: 'member',
  publishes: true,
  rate: 'videoChanges',
  params: ofCaptions,
  body: z.object({ url: z.string().check(z.maxLength(200)) }),
  response: video,
})

/** Removes the captions of a language. Idempotent. */
export const deleteCaptions = endpoint({
  method: 'DELETE',
  path: '/api/creator/videos/:id/captions/:lang',
  access: 'member',
  rate: 'videoChanges',
  params: ofCaptions,
  response: video,
})
