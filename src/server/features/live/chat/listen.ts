import type { WorkerContext } from '#server/feature.ts'
import { streamDeleted } from '#server/features/live/streams/events.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { deleteChat } from './delete-chat-job.ts'

/** Deletes the chat of a deleted stream, by a job. */
export function listenToStreamDeletions({ events }: Pick<WorkerContext, 'events'>): void {
  events.within(streamDeleted, async (tx, { streamId }) => {
    await enqueue(tx, deleteChat, { streamId })
  })
}
