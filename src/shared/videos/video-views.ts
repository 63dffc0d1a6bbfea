import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id } from '#shared/fields.ts'

/** A playback counts as a view from this second of watching on, or from half of a shorter video. */
export const VIEW_SECONDS = 10
/** A viewer's playbacks of a video within this time are one view. */
export const VIEW_INTERVAL_MS = 24 * 60 * 60 * 1000

/**
 * Reports a playback: first with `watchTime` 0 when it starts, then every few seconds and when the page is closed. Safe to
 * repeat. The server credits at most the time that passed since the viewer's last report.
 */
export const reportView = endpoint({
  method: 'POST',
  path: '/api/videos/:id/views',
  access: 'anyone',
  rate: { name: 'views', ofAddress: 'viewsOfAddress' },
  params: z.object({ id }),
  body: z.object({
    /** Made by the page for each playback. */
    sessionId: z.string().check(z.minLength(8), z.maxLength(64), z.regex(/^[\w-]+$/)),
    /** Seconds watched in this playback so far. */
    watchTime: z.number().check(z.minimum(0), z.maximum(1_000_000)),
    /** The second of the video that is shown. */
    position: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  response: z.object({
    /** Whether this playback has been counted as a view. */
    counted: z.boolean(),
    viewsCount: z.int(),
  }),
})
