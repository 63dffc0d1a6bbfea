import type { Downstream } from '#shared/realtime.ts'
import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { toPagesAndRetain } from '#server/realtime/page-message.ts'
import { type PostCounts } from './queries.ts'
import { findPost } from './lock-queries.ts'
import { postTopic } from './topics.ts'

const PUBLISH_INTERVAL_MS = 1000

/** Publishes the counts of a post to the pages that show it, at most once per interval. */
export type PostCountsPublisher = Throttle<PostCounts>

export const postCountsService = defineService(
  'counts of posts',
  (
    { db, hub, log, publish }: Pick<Context, 'db' | 'hub' | 'log' | 'publish'>,
    onClose,
  ): PostCountsPublisher => {
    const publisher = new Throttle<PostCounts>({
      intervalMs: PUBLISH_INTERVAL_MS,
      read: (postId) => findPost(db, postId, null),
      retain: (postId, counts) => hub.retain(postTopic(postId), messageOf(postId, counts)),
      publish: (postId, counts) =>
        publish(db, toPagesAndRetain(postTopic(postId), messageOf(postId, counts))),
      log,
    })
    onClose(() => publisher.close())
    return publisher
  },
)

function messageOf(postId: string, { likesCount, commentsCount, sharesCount }: PostCounts): Downstream {
  return { type: 'post_changed', postId, data: { likesCount, commentsCount, sharesCount } }
}
