import { likeStream } from '#shared/live/streams.ts'
import { afterCommit } from '#server/db/after-commit.ts'
import type { Mount } from '#server/feature.ts'
import { type LikeSubject, likeHandler } from '#server/features/accounts/reactions/like-handler.ts'
import { assertNotBanned } from '#server/features/live/streams/access.ts'
import { type LockedVisibleStream, lockVisibleStream } from '#server/features/live/streams/lock-queries.ts'
import { notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { LIKEABLE_STREAMS, decrementLikesAtStart } from './queries.ts'
import { type LikeCountsPublisher, createLikeCountsPublisher } from './like-counts-publisher.ts'

export const mountStreamLikes: Mount = (app, context) => {
  const counts = createLikeCountsPublisher(context)

  route(app, likeStream, likeHandler(context, streamSubject(counts)))

  return () => counts.close()
}

const streamSubject = (
  counts: LikeCountsPublisher,
): LikeSubject<LockedVisibleStream & { ownerId: string }> => ({
  likeable: LIKEABLE_STREAMS,
  async lock(tx, id, user, isRemoval) {
    const stream = await lockVisibleStream(tx, id, user)
    if (!stream) throw notFound('notFound.stream')
    if (!isRemoval) await assertNotBanned(tx, id, user)
    return { ...stream, ownerId: stream.streamerId }
  },
  async onChange(tx, { id, likesAtStart }, { liked, likesCount, likedAt }) {
    const changed = liked ? undefined : await decrementLikesAtStart(tx, id, likedAt)
    afterCommit(tx, () => counts.update(id, { likesCount, likesAtStart, ...changed }))
  },
  toOwnPages: (streamId, data) => ({ type: 'stream_like_changed', streamId, data }),
})
