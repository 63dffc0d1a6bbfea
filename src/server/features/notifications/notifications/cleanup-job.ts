import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { QUIET_MS } from './notification-event.ts'
import { deleteWithdrawn } from './withdrawal-queries.ts'

const cleanupWithdrawn = defineJob({
  name: 'notifications.cleanup',
  payload: noPayload,
  ...RETRIES.hourlyCleanup,
})

/** Deletes withdrawn notifications that can no longer be restored, hourly. */
export const withdrawalCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(cleanupWithdrawn, () => deleteWithdrawn(db, new Date(Date.now() - QUIET_MS)), {
    cron: '53 * * * *',
  })
