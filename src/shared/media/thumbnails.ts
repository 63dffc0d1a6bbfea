import * as z from 'zod/mini'
import { httpUrl } from '#shared/fields.ts'

/** Stored sizes of a stream's thumbnail, in pixels. */
export const THUMBNAIL = {
  width: 1280,
  height: 720,
  smallWidth: 640,
  smallHeight: 360,
} as const

/** An http(s) URL of an image. The server fetches it once and serves its own copy. */
const imageUrl = httpUrl(2000)

/** URL of the caller's own finished upload with the purpose `thumbnail`. */
export const uploadedThumbnail = z
  .string()
  .check(z.regex(/^\/api\/uploads\/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/file$/))

/** The image that becomes a stream's thumbnail. */
export const thumbnailSource = z.union([uploadedThumbnail, imageUrl])

/**
 * Returns the image as viewers will get it (image/webp, 1280x720), or 422 with the reason at the field `url`.
 * Not an `endpoint`, as its success response is not JSON.
 */
export const previewThumbnail = {
  method: 'GET',
  path: '/api/thumbnails/preview',
  access: 'member',
  rate: 'thumbnailPreviews',
  query: z.object({ url: imageUrl }),
} as const
