import type { Context } from '#server/feature.ts'
import { listStreamsWithMessagesOf } from './queries.ts'
import { removeFromPages } from './user-removed.ts'

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
    removeFromPages(hub, userId, await listStreamsWithMessagesOf(db, userId))
  }
  return rowChanges.on('deactivations', (userId) => {
    publishDeletion(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'a deactivation was not published to open chats'),
    )
  })
}
