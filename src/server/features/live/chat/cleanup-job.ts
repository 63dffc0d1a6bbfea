import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteMessagesOf } from './delete-chat-job.ts'
import { listDeletedStreams } from './deletion-queries.ts'

export const cleanupChat = defineJob({
  name: 'chat.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
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
