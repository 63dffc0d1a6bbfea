import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import type { PostCountsPublisher } from '#server/features/community/posts/post-counts.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { lockPost } from '#server/features/community/posts/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { insertShare } from './queries.ts'

type Dependencies = Pick<Context, 'db'> & { postCounts: PostCountsPublisher }

/** Records a share, at most one per user, and returns the post's number of shares. Throws 403 `blocked`, 404. */
export async function sharePost(
  { db, postCounts }: Dependencies,
  userId: string,
  postId: string,
): Promise<number> {
  const { post, counts } = await db.transaction(async (tx) => {
    const locked = await lockPost(tx, postId)
    if (!locked) throw notFound('notFound.post')
    await refuseBlocked(tx, userId, locked.authorId)
    const newCounts = await insertShare(tx, { userId, postId })
    if (newCounts) await recordEvent(tx, { eventType: 'post_shared', userId, metadata: { postId } })
    return { post: locked, counts: newCounts }
  })
  if (counts) postCounts.update(postId, counts)
  return (counts ?? post).sharesCount
}
