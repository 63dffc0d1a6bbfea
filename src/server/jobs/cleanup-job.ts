import type { Db } from '#server/db/executor.ts'
import { type JobHandler, handleJob } from './job-handler.ts'
import { defineJob, noPayload } from './job.ts'
import { RETRIES } from './retries.ts'
import { deleteFailedJobs } from './queries.ts'

const cleanupJobs = defineJob({
  name: 'jobs.cleanup',
  payload: noPayload,
  ...RETRIES.dailyCleanup,
})

/** How long a job that has failed for good is kept; its payload may contain an address or a message. */
const FAILED_DAYS = 30

/** Deletes old failed jobs, daily. */
export const jobCleanupHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(cleanupJobs, () => deleteFailedJobs(db, FAILED_DAYS), { cron: '29 3 * * *' })
