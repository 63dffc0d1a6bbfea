import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { NotificationChange } from '#server/features/notifications/notification-event.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
  withdrawNotification,
} from '#server/features/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/posts/post-changes.ts'
import { type PostCounts, lockPost } from '#server/features/posts/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { deleteComment, findComment } from './queries.ts'
import { commentsTopic } from './topics.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostCountsPublisher }
type Removed = { postId: string; counts: PostCounts; notifications: NotificationChange[] }

/** Deletes a comment of the caller; returns its post and how many comments the post has left. Throws 404, 403. */
export async function removeComment(
  { changes, ...dependencies }: Dependencies,
  caller: Caller,
  id: string,
): Promise<{ postId: string; commentsCount: number }> {
  const { postId, counts, notifications } = await dependencies.db.transaction((tx) => remove(tx, caller, id))
  changes.update(postId, counts)
  dependencies.hub.publish(commentsTopic(postId), { type: 'comment_deleted', postId, commentId: id })
  deliverNotifications(dependencies, notifications)
  return { postId, commentsCount: counts.commentsCount }
}

async function remove(tx: Executor, caller: Caller, commentId: string): Promise<Removed> {
  const comment = await findComment(tx, commentId)
  const post = comment && (await lockPost(tx, comment.postId))
  if (!post) throw notFound('notFound.comment')
  if (comment.userId !== caller.id) throw forbidden()
  const mentionNotifications = await withdrawNotificationsAbout(tx, { commentId })
  const counts = await deleteComment(tx, commentId)
  if (!counts) throw notFound('notFound.comment')
  const about = { userId: post.authorId, actorId: caller.id, postId: post.id, commentId }
  const commentNotifications = await withdrawNotification(tx, { type: 'comment', ...about })
  return { postId: post.id, counts, notifications: [...mentionNotifications, ...commentNotifications] }
}
