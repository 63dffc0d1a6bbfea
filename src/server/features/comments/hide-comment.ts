import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  deliverNotifications,
  withdrawNotification,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/posts/post-changes.ts'
import { setHidden } from './hidden-queries.ts'
import { publishCounts } from './publish-counts.ts'
import { subjectId, subjectOf } from './subjects.ts'
import { commentsTopic } from './topics.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostCountsPublisher }

/** Hides a comment, which no longer counts, and publishes to pages as if it were deleted. */
export async function hideComment(
  { changes, ...dependencies }: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<Publish | undefined> {
  const hidden = await setHidden(tx, commentId, true)
  if (!hidden) return undefined
  const { counts, ownerId, userId, ...ids } = hidden
  const subject = subjectOf(ids)
  const withdrawn = await withdrawNotificationsAbout(tx, { commentId })
  const about = { userId: ownerId, actorId: userId, ...subject, commentId }
  withdrawn.push(...(await withdrawNotification(tx, { type: 'comment', ...about })))
  return () => {
    publishCounts(changes, subject, counts)
    const message = { type: 'comment_deleted', ...subject, commentId } as const
    dependencies.hub.publish(commentsTopic(subjectId(subject)), message)
    deliverNotifications(dependencies, withdrawn)
  }
}

/** Shows a hidden comment again, and publishes to pages as if it were new. */
export async function restoreComment(
  { changes, hub }: Pick<Dependencies, 'changes' | 'hub'>,
  tx: Executor,
  commentId: string,
): Promise<Publish | undefined> {
  const shown = await setHidden(tx, commentId, false)
  if (!shown) return undefined
  const { counts, ownerId: _ownerId, userId, ...ids } = shown
  const subject = subjectOf(ids)
  return () => {
    publishCounts(changes, subject, counts)
    const message = { type: 'comment_created', ...subject, commentId, userId } as const
    hub.publish(commentsTopic(subjectId(subject)), message)
  }
}
