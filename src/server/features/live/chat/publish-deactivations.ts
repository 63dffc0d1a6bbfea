import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { listStreamsWithMessagesOf } from './queries.ts'

/**
 * When a user is deactivated, publishes the deletion of the user's messages to open chats. Nothing is deleted from the
 * database: lists leave out inactive users, so the messages are back after a reactivation. Returns a function that
 * unsubscribes.
 */
export function publishDeactivations({
  rowChanges,
  db,
  hub,
  log,
}: Pick<Context, 'rowChanges' | 'db' | 'hub' | 'log'>) {
  const publishDeletion = async (userId: string) => {
    for (const { streamId, isPinned } of await listStreamsWithMessagesOf(db, userId)) {
      const topic = streamTopic(streamId)
      hub.publish(topic, { type: 'chat_deleted', streamId, data: { userId } })
      if (isPinned) hub.publish(topic, { type: 'chat_pinned', streamId, data: { message: null } })
    }
  }
  return rowChanges.on('deactivations', (userId) => {
    publishDeletion(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'a deactivation was not published to open chats'),
    )
  })
}
