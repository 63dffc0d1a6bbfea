import * as z from 'zod/mini'
import { REPORT_SUBJECTS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, maxLength, text } from '#shared/fields.ts'
import { mediaType } from '#shared/media/uploads.ts'
import { MAX_RULE_LENGTH } from '#shared/settings/rules.ts'

export const reportSubject = z.enum(REPORT_SUBJECTS)
export type ReportSubject = z.output<typeof reportSubject>

/** The reason of a report that names no rule; it needs words. */
export const OTHER_REASON = 'other'

export const MAX_REPORT_WORDS = 1000

/** The site's rules in their order: the lines of the setting `community.rules`. */
export const listRules = endpoint({
  method: 'GET',
  path: '/api/rules',
  access: 'anyone',
  response: z.array(z.string()),
})

/**
 * Reports something that the caller sees. What was reported is kept as it is at this moment. Repeating it returns the
 * earlier report with 200, unless that report is closed and its subject has changed since, or is a member. Throws 404
 * for what the caller does not see, 403 for the caller's own, 400 at `reason` for a rule that the site does not have,
 * 400 at `words` when another reason has none.
 */
export const createReport = endpoint({
  method: 'POST',
  path: '/api/reports',
  access: 'member',
  rate: 'reports',
  body: z.object({
    subjectType: reportSubject,
    subjectId: id,
    /** The text of a rule, or `OTHER_REASON`. */
    reason: z.string().check(maxLength(MAX_RULE_LENGTH)),
    words: z._default(text(MAX_REPORT_WORDS), ''),
    /** The position in a video, in seconds. */
    atSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  }),
  response: z.object({ id, createdAt: instant }),
  status: 201,
})

/** What was reported or removed, as it was at that moment. */
export const snapshot = z.object({
  /** Of a stream or a video. */
  title: z.nullable(z.string()),
  /** The text of a post, comment or chat message; a description; the text of a profile. */
  text: z.nullable(z.string()),
  /** The URL of its file or picture, which exists as long as the reported thing does. */
  mediaUrl: z.nullable(z.string()),
  mediaType: z.nullable(mediaType),
  /** When it was written or began. */
  createdAt: z.nullable(instant),
  /** Seconds since the start of the video, or of the stream at the time of the report. */
  atSeconds: z.nullable(z.int()),
  /** The post, video or stream whose page shows it. */
  page: z.nullable(z.object({ type: z.enum(['post', 'video', 'stream', 'user']), id })),
})
export type Snapshot = z.output<typeof snapshot>
