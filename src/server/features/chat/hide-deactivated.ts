import type { Context } from '#server/feature.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import { listStreamsWrittenIn } from './queries.ts'

/**
 * Takes the messages of a member who is deactivated off the pages that show them. Lists leave them out by themselves,
 * and show them again once the member is active. Returns the function that stops it.
 */
export function hideDeactivated({
  rowChanges,
  db,
  hub,
  log,
}: Pick<Context, 'rowChanges' | 'db' | 'hub' | 'log'>) {
  const hide = async (userId: string) => {
    for (const { streamId, isPinned } of await listStreamsWrittenIn(db, userId)) {
      const topic = streamTopic(streamId)
      hub.publish(topic, { type: 'chat_deleted', streamId, data: { userId } })
      if (isPinned) hub.publish(topic, { type: 'chat_pinned', streamId, data: { message: null } })
    }
  }
  return rowChanges.on('deactivations', (userId) => {
    hide(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'open chats were not told of a deactivation'),
    )
  })
}
