import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { text } from '#shared/fields.ts'
import { type Stream, streamCategory, streamInput, stream as streamSchema } from '#shared/streams.ts'
import { pictureAddress } from '#shared/thumbnails.ts'
import { toLocalTime } from './local-time.ts'

/** The contract's stream, with the empty texts that a form begins with. */
export const streamValues = z.extend(z.omit(streamInput, { isLive: true }), {
  // Nothing is chosen at first.
  category: z.pipe(z.string(), streamCategory),
  description: text(LIMITS.streamDescription),
  thumbnailUrl: z.union([z.literal(''), pictureAddress]),
  /** As `datetime-local` has it. */
  scheduledFor: z.string(),
  settings: streamSchema.shape.settings,
})
export type StreamValues = z.output<typeof streamValues>
export type StreamFormValues = z.input<typeof streamValues>
export type StreamFormOf = UseFormReturn<StreamFormValues, unknown, StreamValues>

/** Where what the server finds wrong can stand. */
export const STREAM_FIELDS = ['title', 'category', 'description', 'thumbnailUrl', 'scheduledFor'] as const

export const EMPTY_STREAM = {
  title: '',
  category: '',
  description: '',
  thumbnailUrl: '',
  scheduledFor: '',
  settings: { isPublic: true, allowChat: true, recordStream: false },
} satisfies StreamFormValues

/** A stream as its form begins; its picture is our own, and no address that could be sent again. */
export function valuesOf({ title, category, description, scheduledFor, settings }: Stream): StreamFormValues {
  return {
    title,
    category,
    description: description ?? '',
    thumbnailUrl: '',
    scheduledFor: scheduledFor ? toLocalTime(new Date(scheduledFor)) : '',
    settings,
  }
}
