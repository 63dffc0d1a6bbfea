import type { Executor } from '#server/db/executor.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Context } from '#server/feature.ts'
import { withdrawNotificationsAbout } from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { PostCountsPublisher } from './post-counts.ts'
import { setHidden, setVisible } from './hidden-queries.ts'
import { publishDeletedPost } from './remove-post.ts'
import { notifyMentionedUsers } from './notify-mentioned-users.ts'

type Dependencies = Pick<Context, 'publish'>

/**
 * Hides a post, withdraws its notifications, and publishes a deletion to pages. Returns false if it is hidden or deleted
 * already.
 */
export async function hidePost(dependencies: Dependencies, tx: Executor, postId: string): Promise<boolean> {
  if (!(await setHidden(tx, postId))) return false
  await withdrawNotificationsAbout(dependencies, tx, { kind: 'post', id: postId })
  publishDeletedPost(dependencies, tx, postId)
  return true
}

/**
 * Shows a hidden post again; lists contain it when they are loaded next. Its counts replace the retained message of its
 * deletion, which pages would otherwise get when they subscribe. Returns false if it is not hidden.
 */
export async function restorePost(
  { postCounts }: { postCounts: PostCountsPublisher },
  tx: Executor,
  postId: string,
): Promise<boolean> {
  const shown = await setVisible(tx, postId, { isHeld: false })
  if (shown) afterCommit(tx, () => postCounts.update(postId, shown.counts))
  return shown !== undefined
}

/**
 * Shows a held post, at the time when it was written. Notifies the mentioned users and its author's pages. Returns false if it
 * is not held.
 */
export async function releasePost(
  dependencies: Dependencies,
  tx: Executor,
  postId: string,
): Promise<boolean> {
  const shown = await setVisible(tx, postId, { isHeld: true })
  if (!shown) return false
  const { authorId, mentions } = shown
  await notifyMentionedUsers(dependencies, tx, { postId, authorId, mentions })
  dependencies.publish(tx, toPages(inboxTopic(authorId), { type: 'post_approved', postId }))
  return true
}
