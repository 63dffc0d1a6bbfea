import type { Mount } from '#server/feature.ts'
import { FEED_TOPIC, postTopic } from '#server/features/community/posts/topics.ts'
import { userLiveTopic, userTopic } from '#server/features/accounts/users/topics.ts'

export const mountWatchedEntities: Mount = (_app, { sockets }) => {
  sockets.on('subscribe_feed', (connection) => connection.subscribe(FEED_TOPIC))
  sockets.on('watch', (connection, { postIds, userIds, liveUserIds }) => {
    connection.subscribeOnly(postTopic(''), postIds.map(postTopic))
    connection.subscribeOnly(userTopic(''), userIds.map(userTopic))
    connection.subscribeOnly(userLiveTopic(''), liveUserIds.map(userLiveTopic))
  })
}
