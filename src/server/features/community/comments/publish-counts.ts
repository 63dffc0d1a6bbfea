import type { PostCountsPublisher } from '#server/features/community/posts/post-changes.ts'
import type { SubjectCounts } from './queries.ts'
import type { Subject } from './subjects.ts'

/** Publishes the counts of a post after a comment on it; those of a video are only on its own page, which follows them. */
export function publishCounts(
  changes: PostCountsPublisher,
  { postId }: Subject,
  { likesCount, commentsCount, sharesCount }: SubjectCounts,
): void {
  if (postId !== null && likesCount !== undefined && sharesCount !== undefined)
    changes.update(postId, { likesCount, commentsCount, sharesCount })
}
