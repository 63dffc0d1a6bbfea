import { sql } from 'drizzle-orm'
import type { Context } from '#server/feature.ts'
import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { deleteMessagesOf } from './delete-chat-job.ts'

export const cleanupChat = defineJob({
  name: 'chat.cleanup',
  payload: noPayload,
  attempts: 3,
  backoffSeconds: [300],
})

/** Deletes the messages of deleted streams whose own job has failed for good, daily. */
export const chatCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupChat,
    async (_payload, { signal }) => {
      for (const streamId of await listDeletedStreams(db)) await deleteMessagesOf(db, streamId, signal)
    },
    { cron: '37 3 * * *' },
  )

/**
 * Returns the ids of deleted streams that still have messages. It skips from one stream to the next in the index, as the
 * table may have millions of messages.
 */
async function listDeletedStreams(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive chats(stream_id) as (
      (select stream_id from chat_messages order by stream_id limit 1)
      union all
      select (select m.stream_id from chat_messages m where m.stream_id > c.stream_id order by m.stream_id limit 1)
      from chats c where c.stream_id is not null
    )
    select stream_id as id from chats
    where stream_id is not null and not exists (select from streams where streams.id = chats.stream_id)`)
  return rows.map(({ id }) => id)
}
