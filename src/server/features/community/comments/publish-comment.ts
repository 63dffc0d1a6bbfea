import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { SubjectCounts } from './queries.ts'
import { type Subject, subjectId } from './subjects.ts'
import { commentsTopic } from './topics.ts'

type Dependencies = Pick<Context, 'publish'> & { postCounts: PostCountsPublisher }
/** `counts`: those of the subject after the change. */
type Changed = { subject: Subject; commentId: string; counts: SubjectCounts }

/** Publishes a comment to the pages that show its subject. */
export function publishAddedComment(
  dependencies: Dependencies,
  tx: Executor,
  { userId, ...changed }: Changed & { userId: string },
): void {
  publishCounts(dependencies, tx, changed)
  const { subject, commentId } = changed
  const message = { type: 'comment_created', ...subject, commentId, userId } as const
  dependencies.publish(tx, toPages(commentsTopic(subjectId(subject)), message))
}

export function publishDeletedComment(dependencies: Dependencies, tx: Executor, changed: Changed): void {
  publishCounts(dependencies, tx, changed)
  const { subject, commentId } = changed
  const message = { type: 'comment_deleted', ...subject, commentId } as const
  dependencies.publish(tx, toPages(commentsTopic(subjectId(subject)), message))
}

/** Publishes the counts of a post. A video's own page alone shows its counts, and follows its comments. */
function publishCounts({ postCounts }: Dependencies, tx: Executor, { subject, counts }: Changed): void {
  const { postId } = subject
  const { likesCount, commentsCount, sharesCount } = counts
  if (postId !== null && likesCount !== undefined && sharesCount !== undefined)
    afterCommit(tx, () => postCounts.update(postId, { likesCount, commentsCount, sharesCount }))
}
