import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import type { PostCountsPublisher } from './post-changes.ts'
import { setHidden, setVisible } from './hidden-queries.ts'
import { recordMentions } from './record-mentions.ts'
import { FEED_TOPIC, postTopic } from './topics.ts'

/** Hides a post with its file, withdraws its notifications, and publishes to pages as if it were deleted. */
export async function hidePost(
  dependencies: Pick<Context, 'db' | 'hub' | 'log'>,
  tx: Executor,
  postId: string,
): Promise<Publish | undefined> {
  if (!(await setHidden(tx, postId))) return undefined
  const withdrawn = await withdrawNotificationsAbout(tx, { postId })
  return () => {
    const { hub } = dependencies
    const message = { type: 'post_deleted', postId } as const
    hub.retain(postTopic(postId), message)
    for (const topic of [FEED_TOPIC, postTopic(postId)]) hub.publish(topic, message)
    deliverNotifications(dependencies, withdrawn)
  }
}

/**
 * Shows a hidden post again; lists have it when they are loaded. Its counts replace the deletion that pages would still get
 * when they begin to show it.
 */
export async function restorePost(
  { changes }: { changes: PostCountsPublisher },
  tx: Executor,
  postId: string,
): Promise<Publish | undefined> {
  const shown = await setVisible(tx, postId, { isHeld: false })
  return shown && (() => changes.update(postId, shown.counts))
}

/** Shows a post that waits for review, at the time when it was written, and notifies the mentioned users and its author's pages. */
export async function releasePost(
  dependencies: Pick<Context, 'db' | 'hub' | 'log'>,
  tx: Executor,
  postId: string,
): Promise<Publish | undefined> {
  const shown = await setVisible(tx, postId, { isHeld: true })
  if (!shown) return undefined
  const { authorId, mentions } = shown
  const notifications = await recordMentions(tx, { postId, authorId, mentions })
  return () => {
    dependencies.hub.publish(inboxTopic(authorId), { type: 'post_approved', postId })
    deliverNotifications(dependencies, notifications)
  }
}
