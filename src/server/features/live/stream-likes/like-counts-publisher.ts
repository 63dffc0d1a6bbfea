import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { type LikeCounts, findLikeCounts } from './queries.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'

/** Minimum time between two publications of the like count of a stream. */
const PAUSE_MS = 1000

/** Publishes like counts to the subscribers of a stream. */
export type LikeCountsPublisher = Throttle<LikeCounts>

export function createLikeCountsPublisher({
  db,
  publish,
  log,
}: Pick<Context, 'db' | 'publish' | 'log'>): LikeCountsPublisher {
  return new Throttle<LikeCounts>({
    intervalMs: PAUSE_MS,
    read: (streamId) => findLikeCounts(db, streamId),
    publish: (streamId, data) =>
      publish(db, toPages(streamTopic(streamId), { type: 'stream_likes', streamId, data })),
    log,
  })
}
