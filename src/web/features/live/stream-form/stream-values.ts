import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { text } from '#shared/fields.ts'
import { type Stream, streamCategory, streamInput, stream as streamSchema } from '#shared/live/streams.ts'
import { thumbnailSource } from '#shared/media/thumbnails.ts'
import { toLocalTime } from '#web/lib/format/local-time.ts'

const { tipGoal } = streamSchema.shape.settings.shape

/** The goal as typed: digits, or nothing for none. */
const tipGoalInput = z.pipe(
  z.string(),
  z.transform((typed, context) => {
    const digits = typed.trim()
    const parsed = tipGoal.safeParse(digits === '' ? null : Number(digits))
    if (parsed.success && !/\D/.test(digits)) return parsed.data
    context.issues.push({ code: 'custom', input: typed })
    return z.NEVER
  }),
)

/** The request body of a stream; unlike the API, it accepts the empty strings of an unfilled form. */
export const streamValues = z.extend(z.omit(streamInput, { isLive: true }), {
  // Empty until a category is chosen.
  category: z.pipe(z.string(), streamCategory),
  description: text(LIMITS.streamDescription),
  thumbnailUrl: z.union([z.literal(''), thumbnailSource]),
  /** Value of a `datetime-local` input. */
  scheduledFor: z.string(),
  settings: z.extend(streamSchema.shape.settings, { tipGoal: tipGoalInput }),
})
export type StreamValues = z.output<typeof streamValues>
export type StreamFormValues = z.input<typeof streamValues>
export type StreamFormState = UseFormReturn<StreamFormValues, unknown, StreamValues>

/** Fields that can show an error of the server. */
export const STREAM_FIELDS = [
  'title',
  'category',
  'description',
  'thumbnailUrl',
  'scheduledFor',
  'settings.tipGoal',
] as const

export const EMPTY_STREAM = {
  title: '',
  category: '',
  description: '',
  thumbnailUrl: '',
  scheduledFor: '',
  settings: { isPublic: true, allowChat: true, recordStream: false, publishRecording: false, tipGoal: '' },
} satisfies StreamFormValues

/** Returns the initial form values of a stream. The thumbnail stays empty: its stored URL is a copy on this site. */
export function toFormValues({
  title,
  category,
  description,
  scheduledFor,
  settings,
}: Stream): StreamFormValues {
  return {
    title,
    category,
    description: description ?? '',
    thumbnailUrl: '',
    scheduledFor: scheduledFor ? toLocalTime(new Date(scheduledFor)) : '',
    settings: { ...settings, tipGoal: settings.tipGoal === null ? '' : String(settings.tipGoal) },
  }
}
