import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** A frame of a live stream, which cards show: a JPEG without metadata. Sizes in pixels and bytes. */
export const FRAME = { width: 640, height: 360, maxBytes: 96 * 1024 } as const
/** Time between two frames of a broadcast, in ms. */
export const FRAME_INTERVAL_MS = 45_000
/** An older frame is not shown: the camera is off, or nobody has sent one since. In ms. */
export const MAX_FRAME_AGE_MS = 3 * 60_000

/** URL of the frame that was taken at this time; a later time loads the frame that has replaced it. */
export const frameUrl = (streamId: string, takenAt: number) => `/api/streams/${streamId}/frame?at=${takenAt}`

const params = z.object({ id })

/**
 * Replaces the frame of the caller's live stream. `image` is a JPEG in Base64; its metadata is removed. 409 while the stream is not
 * live, 422 unless it is a JPEG within the limits of `FRAME`.
 */
export const putFrame = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/frame',
  access: 'member',
  publishes: true,
  rate: 'streamFrames',
  params,
  body: z.object({ image: z.base64().check(z.minLength(1), z.maxLength(Math.ceil(FRAME.maxBytes / 3) * 4)) }),
  response: z.object({ stored: z.literal(true) }),
})

/**
 * Returns the frame (image/jpeg) to everyone who may watch the stream; 404 without one. `at` only makes the URL of a later frame
 * differ. Not an `endpoint`, as its success response is not JSON.
 */
export const getFrame = {
  method: 'GET',
  path: '/api/streams/:id/frame',
  access: 'anyone',
  params,
  query: z.object({ at: z.optional(z.string()) }),
} as const
