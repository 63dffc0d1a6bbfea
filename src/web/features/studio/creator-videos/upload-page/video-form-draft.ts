import { useEffect } from 'react'
import * as z from 'zod/mini'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'
import {
  EMPTY_VIDEO,
  type VideoForm,
  type VideoFormValues,
} from '#web/features/studio/creator-videos/details/video-values.ts'

const draftSchema = z.object({
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.string(),
  isPublic: z.boolean(),
  publishAt: z._default(z.string(), ''),
  thumbnail: z.object({ url: z.nullable(z.string()), at: z.nullable(z.number()) }),
})

/** Returns the details that were typed before a reload; null when there are none. */
export function readVideoDraft(userId: string): VideoFormValues | null {
  try {
    return draftSchema.parse(JSON.parse(readDraft('video', userId) ?? 'null'))
  } catch {
    return null
  }
}

export function clearVideoDraft(userId: string): void {
  writeDraft(null, 'video', userId)
}

/** Stores each change of the form as a draft in this tab; an empty form removes the draft. */
export function useVideoDraft(form: VideoForm, userId: string): void {
  useEffect(() => {
    const empty = JSON.stringify(EMPTY_VIDEO)
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const draft = JSON.stringify(draftSchema.parse(values))
        writeDraft(draft === empty ? null : draft, 'video', userId)
      },
    })
  }, [form, userId])
}
