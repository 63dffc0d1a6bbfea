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
 * Deletes the chat of a deleted stream. A separate job, because a million messages take a while: within the deletion of the
 * stream, its locked row would block every writer, and each blocks a connection to the database.
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
