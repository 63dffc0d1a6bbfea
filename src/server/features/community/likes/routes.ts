import * as calls from '#shared/community/likes.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context, Feature } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-changes.ts'
import { type LockedPost, lockPost } from '#server/features/community/posts/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './queries.ts'

export const likes = (changes: PostCountsPublisher): Feature => ({
  name: 'likes',
  register(app, { db, hub, log }) {
    const dependencies = { db, hub, log, changes }
    route(app, calls.likePost, ({ params, body, user }) =>
      // The lock on the post orders the changes, but not the events that are published after the commits.
      serializeBy(user.id, params.id, () =>
        likePost(dependencies, { userId: user.id, postId: params.id }, body?.liked),
      ),
    )
  },
})

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostCountsPublisher }
type Like = { userId: string; postId: string }

/**
 * Likes or unlikes a post; without `desired` it toggles. The lock on the post serializes concurrent calls. Throws 403
 * `blocked`, 404.
 */
async function likePost(
  { changes, ...dependencies }: Dependencies,
  like: Like,
  desired: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  const { userId, postId } = like
  const { post, changed, notifications } = await dependencies.db.transaction(async (tx) => {
    const locked = await lockPost(tx, postId)
    if (!locked) throw notFound('notFound.post')
    if (desired !== false) await refuseBlocked(tx, userId, locked.authorId)
    const outcome = await setLike(tx, like, desired ?? null)
    const notificationChanges = outcome ? await notifyAuthor(tx, locked, userId, outcome.liked) : []
    return { post: locked, changed: outcome, notifications: notificationChanges }
  })
  const { liked, likesCount } = changed ?? { liked: desired === true, likesCount: post.likesCount }
  const data = { isLiked: liked, likesCount }
  dependencies.hub.publish(inboxTopic(userId), { type: 'like_changed', postId, data })
  if (changed) changes.update(postId, changed)
  deliverNotifications(dependencies, notifications)
  return { liked, likesCount }
}

function notifyAuthor(
  tx: Executor,
  { id: postId, authorId }: LockedPost,
  actorId: string,
  liked: boolean,
): Promise<NotificationChange[]> {
  const event = { type: 'like', userId: authorId, actorId, postId } as const
  return liked ? recordNotifications(tx, [event]) : withdrawNotification(tx, event)
}
