import type { Snapshot } from '#shared/operations/reports.ts'
import { EMPTY_SNAPSHOT } from '#server/features/community/held-content/empty-snapshot.ts'
import type { Subject } from './subjects.ts'

/** Returns a comment as moderators see it; `createdAt` is an instant. */
export function commentSnapshot(
  subject: Subject,
  { content, createdAt }: { content: string; createdAt: string },
): Snapshot {
  const page =
    subject.postId === null
      ? ({ type: 'video', id: subject.videoId } as const)
      : ({ type: 'post', id: subject.postId } as const)
  return { ...EMPTY_SNAPSHOT, text: content, createdAt, page }
}
