import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  withdrawNotification,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import { setHidden, setVisible } from './hidden-queries.ts'
import { findReplacement } from './notification-queries.ts'
import { publishAddedComment, publishDeletedComment } from './publish-comment.ts'
import { notifyOfComment } from './notify-of-comment.ts'
import { subjectOf } from './subjects.ts'

type Dependencies = Pick<Context, 'publish'> & { postCounts: PostCountsPublisher }

/**
 * Hides a comment, lowers the count of its subject, and publishes a deletion to pages. Returns false if the comment is hidden
 * or deleted already.
 */
export async function hideComment(
  dependencies: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<boolean> {
  const hidden = await setHidden(tx, commentId)
  if (!hidden) return false
  const { counts, userId } = hidden
  const subject = subjectOf(hidden)
  await withdrawNotificationsAbout(dependencies, tx, { kind: 'comment', id: commentId })
  const about = { userId: hidden.subject.ownerId, actorId: userId, ...subject, commentId }
  await withdrawNotification(dependencies, tx, { type: 'comment', ...about }, () =>
    findReplacement(tx, about),
  )
  publishDeletedComment(dependencies, tx, { subject, commentId, counts })
  return true
}

/** Shows a removed comment again, and publishes it to pages as a new one. Returns false if it is not removed. */
export async function restoreComment(
  dependencies: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<boolean> {
  const shown = await setVisible(tx, commentId, { isHeld: false })
  if (!shown) return false
  const { userId, counts } = shown
  publishAddedComment(dependencies, tx, { subject: subjectOf(shown), commentId, userId, counts })
  return true
}

/**
 * Shows a held comment, at the time when it was written. Publishes it to pages and notifies as for a new comment. Returns
 * false if it is not held.
 */
export async function releaseComment(
  dependencies: Dependencies,
  tx: Executor,
  commentId: string,
): Promise<boolean> {
  const shown = await setVisible(tx, commentId, { isHeld: true })
  if (!shown) return false
  const { userId, counts, mentions } = shown
  const subject = subjectOf(shown)
  await notifyOfComment(dependencies, tx, { ...subject, actorId: userId, commentId }, shown.subject, mentions)
  publishAddedComment(dependencies, tx, { subject, commentId, userId, counts })
  return true
}
