import * as z from 'zod/mini'
import { createVideo } from '#shared/videos/creator-videos.ts'
import { readDraft, writeDraft } from '#web/lib/storage/drafts.ts'

const submission = z.object({
  details: z.omit(createVideo.body, { videoUrl: true, clientId: true }),
  /** Makes the creation of the video idempotent. */
  clientId: z.string(),
})
/** The action that the user chose for an upload when it is finished. */
export type Submission = z.output<typeof submission>
export type SubmittedDetails = Submission['details']

/** Returns the submission of an unfinished upload from before a reload of this tab. */
export function readSubmission(userId: string, fingerprint: string | null): Submission | null {
  if (fingerprint === null) return null
  try {
    return submission.parse(JSON.parse(readDraft('video', userId, fingerprint) ?? 'null'))
  } catch {
    return null
  }
}

/** Stores a submission in this tab; `null` removes it. */
export function writeSubmission(
  value: Submission | null,
  { userId, fingerprint }: { userId: string; fingerprint: string | null },
): void {
  if (fingerprint !== null) writeDraft(value && JSON.stringify(value), 'video', userId, fingerprint)
}

/** Returns what is sent now: an upload that ends after its time of publication is published at once. */
export function publishIfDue(details: SubmittedDetails): SubmittedDetails {
  const { publishAt } = details
  if (!publishAt || Date.parse(publishAt) > Date.now()) return details
  return { ...details, publishAt: null, isPublished: true }
}
