import type { Feature } from '#server/feature.ts'
import { FEED_TOPIC, postTopic } from '#server/features/posts/topics.ts'
import { userTopic } from '#server/features/users/topics.ts'

/**
 * What pages keep an eye on. Nothing is looked up: posts and members are public, and what is told of them are counts.
 * Who is deactivated, and what it posted, is hidden and no longer changes: nothing new is told of it.
 */
export const watch: Feature = {
  name: 'watch',
  register(_app, { sockets }) {
    sockets.on('subscribe_feed', (connection) => connection.subscribe(FEED_TOPIC))
    sockets.on('watch', (connection, { postIds, userIds }) => {
      connection.subscribeOnly(postTopic(''), postIds.map(postTopic))
      connection.subscribeOnly(userTopic(''), userIds.map(userTopic))
    })
  },
}
