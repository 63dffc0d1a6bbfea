import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-changes.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { publishCounts } from './publish-counts.ts'
import { type SubjectCounts, deleteComment, findComment } from './queries.ts'
import { type Subject, lockSubject, subjectId, subjectOf } from './subjects.ts'
import { commentsTopic } from './topics.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostCountsPublisher }
type Removed = { subject: Subject; counts: SubjectCounts; notifications: NotificationChange[] }

/** Deletes a comment of the caller; returns its subject and how many comments that has left. Throws 404, 403. */
export async function removeComment(
  { changes, ...dependencies }: Dependencies,
  caller: Caller,
  id: string,
): Promise<Subject & { commentsCount: number }> {
  const { subject, counts, notifications } = await dependencies.db.transaction((tx) => remove(tx, caller, id))
  publishCounts(changes, subject, counts)
  const message = { type: 'comment_deleted', ...subject, commentId: id } as const
  dependencies.hub.publish(commentsTopic(subjectId(subject)), message)
  deliverNotifications(dependencies, notifications)
  return { ...subject, commentsCount: counts.commentsCount }
}

async function remove(tx: Executor, caller: Caller, commentId: string): Promise<Removed> {
  const comment = await findComment(tx, commentId, caller)
  if (!comment) throw notFound('notFound.comment')
  const subject = subjectOf(comment)
  const locked = await lockSubject(tx, subject, caller)
  if (!locked) throw notFound('notFound.comment')
  if (comment.userId !== caller.id) throw forbidden()
  const mentionNotifications = await withdrawNotificationsAbout(tx, { commentId })
  const counts = await deleteComment(tx, subject, commentId)
  if (!counts) throw notFound('notFound.comment')
  const about = { userId: locked.ownerId, actorId: caller.id, ...subject, commentId }
  const commentNotifications = await withdrawNotification(tx, { type: 'comment', ...about })
  return { subject, counts, notifications: [...mentionNotifications, ...commentNotifications] }
}
