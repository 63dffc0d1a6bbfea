import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import type { Caller } from '#server/http/access.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { assertNotBanned, getVisibleStream } from '#server/features/live/streams/access.ts'
import { findLikeCounts, setLike } from './queries.ts'
import type { StreamLikes } from './stream-likes.ts'
import { toPages } from '#server/realtime/page-message.ts'

type Dependencies = Pick<Context, 'db' | 'publish'> & { likes: StreamLikes }

/**
 * Likes a stream or removes the like; toggles it if `desired` is undefined. Throws 403 `banned` for a banned user, 403 `blocked`, 404
 * for a hidden stream. Calls of one user for one stream are serialized, so that the last event has the final state.
 */
export async function likeStream(
  { db, publish, likes }: Dependencies,
  user: Caller,
  streamId: string,
  desired: boolean | undefined,
): Promise<{ liked: boolean; likesCount: number }> {
  const { stream } = await getVisibleStream(db, streamId, user)
  // Anyone may take a like back.
  if (desired !== false) {
    await assertNotBanned(db, streamId, user)
    await refuseBlocked(db, user.id, stream.streamerId)
  }
  return serializeBy(user.id, `like ${streamId}`, async () => {
    const changed = await setLike(db, { streamId, userId: user.id }, desired ?? null)
    if (!changed) {
      const found = await findLikeCounts(db, streamId)
      return { liked: desired === true, likesCount: found?.likesCount ?? 0 }
    }
    const { liked, likesCount, likesAtStart } = changed
    const data = { isLiked: liked, likesCount }
    publish(db, toPages(inboxTopic(user.id), { type: 'stream_like_changed', streamId, data }))
    likes.update(streamId, { likesCount, likesAtStart })
    return { liked, likesCount }
  })
}
