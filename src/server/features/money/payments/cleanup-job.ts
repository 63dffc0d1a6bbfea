import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteEventsBefore } from './queries.ts'

const cleanupEvents = defineJob({
  name: 'payments.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** The provider repeats an event for three days. */
const EVENT_DAYS = 30

/** Deletes the ids of events that the provider no longer repeats, daily. */
export const paymentEventCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupEvents,
    () => deleteEventsBefore(db, new Date(Date.now() - EVENT_DAYS * 24 * 60 * 60 * 1000)),
    { cron: '11 2 * * *' },
  )
