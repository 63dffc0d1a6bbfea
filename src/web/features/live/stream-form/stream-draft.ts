import { useEffect } from 'react'
import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { EMPTY_STREAM, type StreamFormState, type StreamFormValues } from './stream-values.ts'

const draftSchema = z.object({
  title: z.string(),
  category: z.enum(['', ...STREAM_CATEGORIES]),
  description: z.string(),
  thumbnailUrl: z.string(),
  scheduledFor: z.string(),
  settings: z.object({
    isPublic: z.boolean(),
    allowChat: z.boolean(),
    recordStream: z.boolean(),
    // A stored draft may lack it.
    publishRecording: z._default(z.boolean(), false),
    tipGoal: z._default(z.string(), ''),
  }),
})

/** Returns the draft of a new stream; null when there is none or it cannot be parsed. */
export function readStreamDraft(userId: string): StreamFormValues | null {
  try {
    return draftSchema.parse(JSON.parse(readDraft('stream', userId) ?? 'null'))
  } catch {
    return null
  }
}

export function clearStreamDraft(userId: string): void {
  writeDraft(null, 'stream', userId)
}

/** Stores each change of the form as a draft in this tab; an empty form removes the draft. */
export function useStreamDraft(form: StreamFormState, userId: string): void {
  useEffect(() => {
    const empty = JSON.stringify(EMPTY_STREAM)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft = JSON.stringify(draftSchema.parse(values))
        writeDraft(draft === empty ? null : draft, 'stream', userId)
      },
    })
  }, [form, userId])
}
