import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { addDays, utcDate } from '#server/utc-days.ts'
import { deleteActiveDaysBefore } from './queries.ts'

export const cleanupActivity = defineJob({
  name: 'activity.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** The privacy page states this number. */
const ACTIVE_DAYS = 100

/** Deletes old active days, daily. */
export const activityCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupActivity,
    async (_payload, { signal }) => {
      const cutoff = utcDate(addDays(new Date(), -ACTIVE_DAYS))
      while (await deleteActiveDaysBefore(db, cutoff)) signal.throwIfAborted()
    },
    { cron: '47 3 * * *' },
  )
