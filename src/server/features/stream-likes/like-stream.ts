import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/streams/access.ts'
import { findLikesCount, setLike } from './queries.ts'
import type { StreamLikes } from './stream-likes.ts'

type Parts = Pick<Context, 'db' | 'hub'> & { likes: StreamLikes }

/**
 * Likes a stream or takes the like back; without a wish it turns what is so. Throws 403 for whom
 * the stream refuses, 404.
 */
export async function likeStream(
  { db, hub, likes }: Parts,
  member: Caller,
  streamId: string,
  wish: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  await getVisibleStream(db, streamId, member)
  await assertNotBanned(db, streamId, member)
  return serializeBy(member.id, `like ${streamId}`, async () => {
    const changed = await setLike(db, { streamId, userId: member.id }, wish ?? null)
    if (!changed) return { liked: wish === true, likesCount: (await findLikesCount(db, streamId)) ?? 0 }
    const { liked, likesCount } = changed
    const data = { isLiked: liked, likesCount }
    hub.publish(inboxTopic(member.id), { type: 'stream_like_changed', streamId, data })
    likes.changed(streamId, likesCount)
    return { liked, likesCount }
  })
}
