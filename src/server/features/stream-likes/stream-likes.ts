import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { findLikesCount } from './queries.ts'
import { streamTopic } from '#server/features/streams/topics.ts'

/** Milliseconds in which those on a stream hear of its likes once. */
const PAUSE = 1000

/** Tells those on a stream how many like it. */
export type StreamLikes = Throttle<number>

export function createStreamLikes({ db, hub, log }: Pick<Context, 'db' | 'hub' | 'log'>): StreamLikes {
  return new Throttle<number>({
    pauseMs: PAUSE,
    read: (streamId) => findLikesCount(db, streamId),
    publish: (streamId, likesCount) =>
      hub.publish(streamTopic(streamId), { type: 'stream_likes', streamId, data: { likesCount } }),
    log,
  })
}
