import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { addDays } from '#server/utc-days.ts'
import { deleteEventsBefore, deleteLogsBefore, removeAddressesBefore } from './queries.ts'
import { ADDRESS_DAYS, ENTRY_DAYS } from './retention.ts'

export const cleanupLogs = defineJob({
  name: 'logs.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** Removes the addresses of old events, and deletes events and log entries that are older still, daily. */
export const logCleanupHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(
    cleanupLogs,
    async (_payload, { signal }) => {
      const addressLimit = addDays(new Date(), -ADDRESS_DAYS)
      const entryLimit = addDays(new Date(), -ENTRY_DAYS)
      for (const next of [
        () => removeAddressesBefore(db, addressLimit),
        () => deleteEventsBefore(db, entryLimit),
        () => deleteLogsBefore(db, entryLimit),
      ])
        while (await next()) signal.throwIfAborted()
    },
    { cron: '41 3 * * *' },
  )
