import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  type NotificationChange,
  recordNotifications,
  deliverNotifications,
  withdrawNotification,
} from '#server/features/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import type { PostChanges } from '#server/features/posts/post-changes.ts'
import { type LockedPost, lockPost } from '#server/features/posts/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { setLike } from './queries.ts'

type Parts = Pick<Context, 'db' | 'hub' | 'log'> & { changes: PostChanges }

/** Likes a post or takes the like back; without a wish it turns what is so. Throws 404. */
export async function likePost(
  parts: Parts,
  userId: string,
  postId: string,
  wish: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  return serializeBy(userId, `like ${postId}`, () => change(parts, userId, postId, wish))
}

async function change(
  { changes, ...parts }: Parts,
  userId: string,
  postId: string,
  wish: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  const { outcome, notices, post } = await parts.db.transaction(async (tx) => {
    const held = await lockPost(tx, postId)
    if (!held) throw notFound('notFound.post')
    const changed = await setLike(tx, { userId, postId }, wish ?? null)
    return { outcome: changed, post: held, notices: changed ? await note(tx, held, userId, changed) : [] }
  })
  const { liked, likesCount } = outcome ?? { liked: wish === true, likesCount: post.likesCount }
  const data = { isLiked: liked, likesCount }
  parts.hub.publish(inboxTopic(userId), { type: 'like_changed', postId, data })
  if (outcome) changes.changed(postId, outcome)
  deliverNotifications(parts, notices)
  return { liked, likesCount }
}

function note(
  tx: Executor,
  { id: postId, authorId }: LockedPost,
  actorId: string,
  { liked }: { liked: boolean },
): Promise<NotificationChange[]> {
  const notice = { type: 'like', userId: authorId, actorId, postId } as const
  return liked ? recordNotifications(tx, [notice]) : withdrawNotification(tx, notice)
}
