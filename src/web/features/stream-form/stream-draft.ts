import { useEffect } from 'react'
import * as z from 'zod/mini'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import { EMPTY_STREAM, type StreamFormOf, type StreamFormValues } from './stream-values.ts'

const storedDraft = z.object({
  title: z.string(),
  category: z.enum(['', ...STREAM_CATEGORIES]),
  description: z.string(),
  thumbnailUrl: z.string(),
  scheduledFor: z.string(),
  settings: z.object({ isPublic: z.boolean(), allowChat: z.boolean(), recordStream: z.boolean() }),
})

/** What the member has entered for a stream that is not created yet; null without a draft that can be read. */
export function readStreamDraft(userId: string): StreamFormValues | null {
  try {
    return storedDraft.parse(JSON.parse(readDraft('stream', userId) ?? 'null'))
  } catch {
    return null
  }
}

/** Called when the stream is created. */
export function clearStreamDraft(userId: string): void {
  writeDraft(null, 'stream', userId)
}

/** Has this tab keep each change of the form; a form that is empty again leaves no draft. */
export function useStreamDraft(form: StreamFormOf, userId: string): void {
  useEffect(() => {
    const empty = JSON.stringify(EMPTY_STREAM)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft = JSON.stringify(storedDraft.parse(values))
        writeDraft(draft === empty ? null : draft, 'stream', userId)
      },
    })
  }, [form, userId])
}
