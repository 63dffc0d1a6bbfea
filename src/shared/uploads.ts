import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { mediaType } from './posts.ts'

/** Where files are sent in parts that survive a lost connection (the tus protocol, version 1.0.0). */
export const UPLOADS_PATH = '/api/uploads'

/** What a file is for, which decides what becomes of it: an avatar is cut to a square. */
const uploadPurpose = z.enum(['post', 'avatar'])
export type UploadPurpose = z.output<typeof uploadPurpose>

/** A file as the site keeps it. */
export const media = z.object({
  /** Our own address of it, relative; an image has more sizes beside it (`imageSizes`). */
  url: z.string(),
  mediaType,
  mimeType: z.string(),
  /** Bytes of all its sizes together. */
  fileSize: z.int(),
  /** Pixels, of an image's largest size; null where there are none or they are not known. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Seconds, where they are known. */
  duration: z.nullable(z.number()),
})
export type Media = z.output<typeof media>

/**
 * Judges a file that has been sent whole, by its bytes, and stores it. Repeating the call answers the same. What cannot
 * be used is gone with the refusal (413, 415).
 */
export const finishUpload = endpoint({
  method: 'POST',
  path: '/api/uploads/:id/finish',
  access: 'member',
  params: z.object({ id }),
  body: z.object({
    purpose: uploadPurpose,
    /** Of a video: a picture of it as a data-URL. One that cannot be used leaves the video without; 400 for no data-URL. */
    poster: z.optional(z.nullable(z.string())),
  }),
  response: media,
})
