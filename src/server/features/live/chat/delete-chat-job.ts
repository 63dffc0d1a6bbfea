import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteMessages } from './deletion-queries.ts'

/** Rows per statement: a fraction of a second. */
const BATCH_SIZE = 5000

/**
 * Deletes the chat of a deleted stream. A separate job, because the deletion of a million messages takes a while. In the
 * transaction that deletes the stream, the locked row would make all writers wait, each with a connection to the database.
 */
export const deleteChat = defineJob({
  name: 'chat.delete',
  payload: z.object({ streamId: id }),
  ...RETRIES.deletion,
  queue: { name: 'chat.delete', concurrency: 1 },
})

export const deleteChatHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(deleteChat, ({ streamId }, { signal }) => deleteMessagesOf(db, streamId, signal))

/** Deletes all messages of a stream, in batches. Throws when `signal` aborts. */
export async function deleteMessagesOf(db: Db, streamId: string, signal: AbortSignal): Promise<void> {
  let deleted: number
  do {
    signal.throwIfAborted()
    deleted = await deleteMessages(db, streamId, BATCH_SIZE)
  } while (deleted === BATCH_SIZE)
}
