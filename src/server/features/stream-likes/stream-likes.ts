import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { findLikesCount } from './queries.ts'
import { streamTopic } from '#server/features/streams/topics.ts'

/** At most one like count per stream is published in this time. */
const PAUSE_MS = 1000

/** Publishes like counts to the subscribers of a stream. */
export type StreamLikes = Throttle<number>

export function createStreamLikes({ db, hub, log }: Pick<Context, 'db' | 'hub' | 'log'>): StreamLikes {
  return new Throttle<number>({
    intervalMs: PAUSE_MS,
    read: (streamId) => findLikesCount(db, streamId),
    publish: (streamId, likesCount) =>
      hub.publish(streamTopic(streamId), { type: 'stream_likes', streamId, data: { likesCount } }),
    log,
  })
}
