import type { z } from 'zod/mini'
import { type Comment, type createComment } from '#shared/comments.ts'
import { mentionsOf } from '#shared/text/post-text.ts'
import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { NotificationChange } from '#server/features/notifications/notification-event.ts'
import { recordNotifications, deliverNotifications } from '#server/features/notifications/notify.ts'
import type { PostCountsPublisher } from '#server/features/posts/post-changes.ts'
import {
  type LockedPost,
  type PostCounts,
  listMentionedUsers,
  lockPost,
} from '#server/features/posts/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { invalid, notFound } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { presentComment } from './present-comment.ts'
import { findByClientId, findComment, insertComment } from './queries.ts'
import { commentsTopic } from './topics.ts'

const COMMENTS = rateOf('comments')

type Dependencies = Pick<Context, 'db' | 'hub' | 'limits' | 'log'> & { changes: PostCountsPublisher }
type Input = z.output<typeof createComment.body>
type StoredComment = { id: string; counts: PostCounts; notifications: NotificationChange[] }

/**
 * Stores and counts a comment, and notifies the author of the post and the mentioned users. A repeated `clientId`
 * returns the comment that was stored first. Throws 404 (the post is hidden), 429.
 */
export async function addComment(
  { changes, ...dependencies }: Dependencies,
  author: Caller,
  postId: string,
  input: Input,
): Promise<Comment> {
  const { db, hub, limits } = dependencies
  const earlier = await findEarlier(db, author, postId, input.clientId)
  if (earlier) return earlier
  await limits.consume(COMMENTS, author.id)
  const added = await db.transaction((tx) => storeComment(tx, author.id, postId, input))
  if (!added) return getEarlier(db, author, postId, input.clientId)
  changes.update(postId, added.counts)
  const published = { type: 'comment_created', postId, commentId: added.id, userId: author.id } as const
  hub.publish(commentsTopic(postId), published)
  deliverNotifications(dependencies, added.notifications)
  return getComment(db, author, added.id)
}

async function storeComment(
  tx: Executor,
  userId: string,
  postId: string,
  { content, clientId }: Input,
): Promise<StoredComment | undefined> {
  const post = await lockPost(tx, postId)
  if (!post) throw notFound('notFound.post')
  const mentions = await listMentionedUsers(tx, mentionsOf(content))
  const added = await insertComment(tx, { userId, postId, content, mentions, clientId: clientId ?? null })
  if (!added) return undefined
  const { id, ...counts } = added
  await recordEvent(tx, { eventType: 'comment_created', userId, metadata: { postId, commentId: id } })
  const mentioned = mentions.map((mention) => mention.userId)
  return {
    id,
    counts,
    notifications: await recordCommentNotifications(tx, post, { userId, commentId: id, mentioned }),
  }
}

/** Records one notification for the author of the post and one for each other mentioned user. */
function recordCommentNotifications(
  tx: Executor,
  { id: postId, authorId }: LockedPost,
  { userId: actorId, commentId, mentioned }: { userId: string; commentId: string; mentioned: string[] },
): Promise<NotificationChange[]> {
  const about = { actorId, postId, commentId }
  const others = mentioned.filter((each) => each !== authorId)
  return recordNotifications(tx, [
    { type: 'comment', userId: authorId, ...about },
    ...others.map((userId) => ({ type: 'mention' as const, userId, ...about })),
  ])
}

/** The comment that the author has stored on this post with this `clientId` before. */
async function findEarlier(
  db: Db,
  author: Caller,
  postId: string,
  clientId: string | undefined,
): Promise<Comment | undefined> {
  if (clientId === undefined) return undefined
  const id = await findByClientId(db, { postId, userId: author.id, clientId })
  return id === undefined ? undefined : getComment(db, author, id)
}

/** As `findEarlier`; throws 400 when the `clientId` belongs to a comment on another post. */
async function getEarlier(
  db: Db,
  author: Caller,
  postId: string,
  clientId: string | undefined,
): Promise<Comment> {
  const earlier = await findEarlier(db, author, postId, clientId)
  if (!earlier) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
  return earlier
}

async function getComment(db: Db, requester: Caller, id: string): Promise<Comment> {
  const row = await findComment(db, id)
  if (!row) throw notFound('notFound.comment')
  return presentComment(row, requester)
}
