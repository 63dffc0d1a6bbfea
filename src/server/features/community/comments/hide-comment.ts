import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  deliverNotifications,
  withdrawNotification,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-changes.ts'
import { type ChangedComment, setHidden, setVisible } from './hidden-queries.ts'
import { publishCounts } from './publish-counts.ts'
import { recordComment } from './record-comment.ts'
import { subjectId, subjectOf } from './subjects.ts'
import { commentsTopic } from './topics.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostCountsPublisher }

/** Hides a comment, which no longer counts, and publishes to pages as if it were deleted. */
export async function hideComment(
  { changes, ...dependencies }: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<Publish | undefined> {
  const hidden = await setHidden(tx, commentId)
  if (!hidden) return undefined
  const { counts, userId } = hidden
  const subject = subjectOf(hidden)
  const withdrawn = await withdrawNotificationsAbout(tx, { commentId })
  const about = { userId: hidden.subject.ownerId, actorId: userId, ...subject, commentId }
  withdrawn.push(...(await withdrawNotification(tx, { type: 'comment', ...about })))
  return () => {
    publishCounts(changes, subject, counts)
    const message = { type: 'comment_deleted', ...subject, commentId } as const
    dependencies.hub.publish(commentsTopic(subjectId(subject)), message)
    deliverNotifications(dependencies, withdrawn)
  }
}

/** Shows a removed comment again, and publishes to pages as if it were new. */
export async function restoreComment(
  dependencies: Pick<Dependencies, 'changes' | 'hub'>,
  tx: Executor,
  commentId: string,
): Promise<Publish | undefined> {
  const shown = await setVisible(tx, commentId, { isHeld: false })
  return shown && (() => publishShown(dependencies, commentId, shown))
}

/** Shows a comment that waits for review, at the time when it was written, and publishes it and notifies as if it were new. */
export async function releaseComment(
  dependencies: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<Publish | undefined> {
  const shown = await setVisible(tx, commentId, { isHeld: true })
  if (!shown) return undefined
  const about = { ...subjectOf(shown), actorId: shown.userId, commentId }
  const notifications = await recordComment(tx, about, shown.subject, shown.mentions)
  return () => {
    publishShown(dependencies, commentId, shown)
    deliverNotifications(dependencies, notifications)
  }
}

function publishShown(
  { changes, hub }: Pick<Dependencies, 'changes' | 'hub'>,
  commentId: string,
  shown: ChangedComment,
): void {
  const subject = subjectOf(shown)
  publishCounts(changes, subject, shown.counts)
  const message = { type: 'comment_created', ...subject, commentId, userId: shown.userId } as const
  hub.publish(commentsTopic(subjectId(subject)), message)
}
