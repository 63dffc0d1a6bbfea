import { type PostCountsPublisher, postCountsService } from '#server/features/community/posts/post-changes.ts'
import * as calls from '#shared/community/likes.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context, Mount } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import {
  recordNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { type LockedPost, lockPost } from '#server/features/community/posts/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { setLike } from './queries.ts'
import { toPages } from '#server/realtime/page-message.ts'

export const mountLikes: Mount = (app, { db, publish, service }) => {
  const changes = service(postCountsService)
  const dependencies = { db, publish, changes }
  route(app, calls.likePost, ({ params, body, user }) =>
    // The lock on the post orders the changes, but not the events that are published after the commits.
    serializeBy(user.id, params.id, () =>
      likePost(dependencies, { userId: user.id, postId: params.id }, body?.liked),
    ),
  )
}

type Dependencies = Pick<Context, 'db' | 'publish'> & { changes: PostCountsPublisher }
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
  return dependencies.db.transaction(async (tx) => {
    const post = await lockPost(tx, postId)
    if (!post) throw notFound('notFound.post')
    if (desired !== false) await refuseBlocked(tx, userId, post.authorId)
    const changed = await setLike(tx, like, desired ?? null)
    const { liked, likesCount } = changed ?? { liked: desired === true, likesCount: post.likesCount }
    if (changed) {
      await notifyAuthor(dependencies, tx, { post, actorId: userId, liked })
      afterCommit(tx, () => changes.update(postId, changed))
    }
    const data = { isLiked: liked, likesCount }
    dependencies.publish(tx, toPages(inboxTopic(userId), { type: 'like_changed', postId, data }))
    return { liked, likesCount }
  })
}

function notifyAuthor(
  dependencies: Pick<Context, 'publish'>,
  tx: Executor,
  { post, actorId, liked }: { post: LockedPost; actorId: string; liked: boolean },
): Promise<void> {
  const event = { type: 'like', userId: post.authorId, actorId, postId: post.id } as const
  return liked
    ? recordNotifications(dependencies, tx, [event])
    : withdrawNotification(dependencies, tx, event)
}
