import type { Feature } from '#server/feature.ts'
import { FEED_TOPIC, postTopic } from '#server/features/community/posts/topics.ts'
import { userTopic } from '#server/features/accounts/users/topics.ts'

/**
 * Subscriptions to the posts and users that a page shows. Needs no access check: both are public, and only counts
 * and the news of a change are published. Inactive users and their posts are hidden and no longer change, so nothing is published about them.
 */
export const watchedEntities: Feature = {
  name: 'watch',
  register(_app, { sockets }) {
    sockets.on('subscribe_feed', (connection) => connection.subscribe(FEED_TOPIC))
    sockets.on('watch', (connection, { postIds, userIds }) => {
      connection.subscribeOnly(postTopic(''), postIds.map(postTopic))
      connection.subscribeOnly(userTopic(''), userIds.map(userTopic))
    })
  },
}
