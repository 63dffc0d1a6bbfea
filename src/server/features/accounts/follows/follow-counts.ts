import type { Downstream } from '#shared/realtime.ts'
import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { userTopic } from '#server/features/accounts/users/topics.ts'
import { toPagesAndRetain } from '#server/realtime/page-message.ts'
import { type FollowCounts, findCounts } from './queries.ts'

const PUBLISH_INTERVAL_MS = 1000

/**
 * Publishes the follow counts of a user to the pages that show it, at most once per interval. The last publication has
 * the final counts, also when several users follow the same user concurrently.
 */
export type FollowCountsPublisher = Throttle<FollowCounts>

export const followCountsService = defineService(
  'follow counts',
  (
    { db, hub, log, publish }: Pick<Context, 'db' | 'hub' | 'log' | 'publish'>,
    onClose,
  ): FollowCountsPublisher => {
    const publisher = new Throttle<FollowCounts>({
      intervalMs: PUBLISH_INTERVAL_MS,
      read: (userId) => findCounts(db, userId),
      retain: (userId, counts) => hub.retain(userTopic(userId), messageOf(counts)),
      publish: (userId, counts) => publish(db, toPagesAndRetain(userTopic(userId), messageOf(counts))),
      log,
    })
    onClose(() => publisher.close())
    return publisher
  },
)

function messageOf({ id, followersCount, followingCount }: FollowCounts): Downstream {
  return { type: 'user_changed', userId: id, data: { followersCount, followingCount } }
}
