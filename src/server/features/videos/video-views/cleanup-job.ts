import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { ADDRESS_DAYS, ENTRY_DAYS } from '#server/logs/retention.ts'
import { addDays } from '#server/utc-days.ts'
import { deleteViewsBefore, removeViewAddressesBefore } from './cleanup-queries.ts'

export const cleanupViews = defineJob({
  name: 'video-views.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** Removes the addresses of playbacks, and later the playbacks themselves, daily. */
export const viewCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupViews,
    async (_payload, { signal }) => {
      const addressLimit = addDays(new Date(), -ADDRESS_DAYS)
      const entryLimit = addDays(new Date(), -ENTRY_DAYS)
      for (const next of [
        () => removeViewAddressesBefore(db, addressLimit),
        () => deleteViewsBefore(db, entryLimit),
      ])
        while (await next()) signal.throwIfAborted()
    },
    { cron: '44 3 * * *' },
  )
