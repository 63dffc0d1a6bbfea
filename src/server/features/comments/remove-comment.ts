import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { withdrawNotice } from '#server/features/notifications/notify.ts'
import type { PostChanges } from '#server/features/posts/post-changes.ts'
import { type PostCounts, lockPost } from '#server/features/posts/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, notFound } from '#server/http/errors.ts'
import type { SeenComment } from './present-comment.ts'
import { deleteComment, findComment } from './queries.ts'

type Parts = Pick<Context, 'db'> & { changes: PostChanges }

/** Deletes one's own comment; answers its post and how many comments that has left. Throws 404, 403. */
export async function removeComment(
  { db, changes }: Parts,
  caller: Caller,
  id: string,
): Promise<{ postId: string; commentsCount: number }> {
  const { postId, counts } = await db.transaction(async (tx) => {
    const comment = await findComment(tx, id)
    return { postId: comment?.postId ?? '', counts: await remove(tx, comment, caller) }
  })
  changes.changed(postId, counts)
  return { postId, commentsCount: counts.commentsCount }
}

async function remove(tx: Executor, comment: SeenComment | undefined, caller: Caller): Promise<PostCounts> {
  const post = comment && (await lockPost(tx, comment.postId))
  if (!post) throw notFound('notFound.comment')
  if (comment.userId !== caller.id) throw forbidden()
  const counts = await deleteComment(tx, comment.id)
  if (!counts) throw notFound('notFound.comment')
  await withdrawNotice(tx, {
    type: 'comment',
    userId: post.authorId,
    actorId: caller.id,
    postId: post.id,
    commentId: comment.id,
  })
  return counts
}
