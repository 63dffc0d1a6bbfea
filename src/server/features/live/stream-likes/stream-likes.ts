import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { type LikeCounts, findLikeCounts } from './queries.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'

/** At most one like count per stream is published in this time. */
const PAUSE_MS = 1000

/** Publishes like counts to the subscribers of a stream. */
export type StreamLikes = Throttle<LikeCounts>

export function createStreamLikes({ db, hub, log }: Pick<Context, 'db' | 'hub' | 'log'>): StreamLikes {
  return new Throttle<LikeCounts>({
    intervalMs: PAUSE_MS,
    read: (streamId) => findLikeCounts(db, streamId),
    publish: (streamId, data) => hub.publish(streamTopic(streamId), { type: 'stream_likes', streamId, data }),
    log,
  })
}
