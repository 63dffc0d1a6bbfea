import * as z from 'zod/mini'
import { shortUrl } from './fields.ts'

/** What becomes of a stream's thumbnail, in pixels. */
export const THUMBNAIL = {
  width: 1280,
  height: 720,
  smallWidth: 640,
  smallHeight: 360,
} as const

/** Where a member finds a picture: any http(s) address. The server fetches it once and serves its own copy. */
export const pictureAddress = shortUrl(2000)

/**
 * Answers the picture as viewers will get it (image/webp, 1280x720), or 422 with the reason at the field `url`.
 * No `endpoint`, as its success is no JSON.
 */
export const previewThumbnail = {
  method: 'GET',
  path: '/api/thumbnails/preview',
  access: 'member',
  rate: 'thumbnailPreviews',
  query: z.object({ url: pictureAddress }),
} as const
