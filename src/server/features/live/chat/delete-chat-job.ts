import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteMessages } from './deletion-queries.ts'

/** Rows per statement: a fraction of a second. */
const BATCH = 5000

/**
 * Deletes the chat of a deleted stream, which nobody can read any more. With a million messages that takes a while, in
 * which the stream's row must not be locked: all who write to it would wait, each with a connection to the database.
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
    deleted = await deleteMessages(db, streamId, BATCH)
  } while (deleted === BATCH)
}
