import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { PostChanges } from '#server/features/posts/post-changes.ts'
import { lockPost } from '#server/features/posts/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { insertShare } from './queries.ts'

type Parts = Pick<Context, 'db'> & { changes: PostChanges }

/** Counts that a member passed a post on, once; answers how often it was. Throws 404. */
export async function sharePost({ db, changes }: Parts, userId: string, postId: string): Promise<number> {
  const { post, counts } = await db.transaction(async (tx) => {
    const held = await lockPost(tx, postId)
    if (!held) throw notFound('notFound.post')
    const counted = await insertShare(tx, { userId, postId })
    if (counted) await recordEvent(tx, { eventType: 'post_shared', userId, metadata: { postId } })
    return { post: held, counts: counted }
  })
  if (counts) changes.changed(postId, counts)
  return (counts ?? post).sharesCount
}
