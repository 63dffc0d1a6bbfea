import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  withdrawNotificationsAbout,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import { findReplacement } from './notification-queries.ts'
import { publishDeletedComment } from './publish-comment.ts'
import { deleteComment, findComment } from './queries.ts'
import { type Subject, lockSubject, subjectOf } from './subjects.ts'

type Dependencies = Pick<Context, 'db' | 'publish'> & { postCounts: PostCountsPublisher }

/** Deletes a comment of the caller. Returns its subject, and the remaining number of comments. Throws 404, 403. */
export function removeComment(
  dependencies: Dependencies,
  caller: Caller,
  id: string,
): Promise<Subject & { commentsCount: number }> {
  return dependencies.db.transaction((tx) => remove(dependencies, tx, caller, id))
}

async function remove(dependencies: Dependencies, tx: Executor, caller: Caller, commentId: string) {
  const comment = await findComment(tx, commentId, caller)
  if (!comment) throw notFound('notFound.comment')
  const subject = subjectOf(comment)
  const locked = await lockSubject(tx, subject, caller)
  if (!locked) throw notFound('notFound.comment')
  if (comment.userId !== caller.id) throw forbidden()
  await withdrawNotificationsAbout(dependencies, tx, { kind: 'comment', id: commentId })
  const counts = await deleteComment(tx, subject, commentId)
  if (!counts) throw notFound('notFound.comment')
  const about = { userId: locked.ownerId, actorId: caller.id, ...subject, commentId }
  await withdrawNotification(dependencies, tx, { type: 'comment', ...about }, () =>
    findReplacement(tx, about),
  )
  publishDeletedComment(dependencies, tx, { subject, commentId, counts })
  return { ...subject, commentsCount: counts.commentsCount }
}
