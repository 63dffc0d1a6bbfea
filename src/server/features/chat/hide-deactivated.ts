import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { listStreamsWithMessagesOf } from './queries.ts'

/**
 * Publishes the deletion of a user's messages when the user is deactivated. Lists filter by `is_active`, so that the
 * messages return with the user. Returns a function that unsubscribes.
 */
export function hideDeactivated({
  rowChanges,
  db,
  hub,
  log,
}: Pick<Context, 'rowChanges' | 'db' | 'hub' | 'log'>) {
  const hide = async (userId: string) => {
    for (const { streamId, isPinned } of await listStreamsWithMessagesOf(db, userId)) {
      const topic = streamTopic(streamId)
      hub.publish(topic, { type: 'chat_deleted', streamId, data: { userId } })
      if (isPinned) hub.publish(topic, { type: 'chat_pinned', streamId, data: { message: null } })
    }
  }
  return rowChanges.on('deactivations', (userId) => {
    hide(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'a deactivation was not published to open chats'),
    )
  })
}
