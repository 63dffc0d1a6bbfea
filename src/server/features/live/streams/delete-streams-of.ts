import type { Executor } from '#server/db/executor.ts'
import type { WorkerContext } from '#server/feature.ts'
import { enqueueRemoval } from '#server/features/media/thumbnails/remove-thumbnail.ts'
import { deleteStreamWithin } from './delete-stream.ts'
import { deleteViewsBy, listIdsOf } from './deletion-queries.ts'

/**
 * Deletes the streams of a user with their recordings, and the user's counted views. A recording that has just ended goes as
 * well, so that nothing waits for it (`streamDeletionRequested`). Throws 409 while the user is live.
 */
export async function deleteStreamsOf(context: WorkerContext, tx: Executor, userId: string): Promise<void> {
  for (const id of await listIdsOf(tx, userId)) {
    const thumbnail = await deleteStreamWithin(context, tx, { id, streamerId: userId, withRecordings: true })
    await enqueueRemoval(tx, context.nodeId, thumbnail)
  }
  await deleteViewsBy(tx, userId)
}
