import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { deleteExpiredTokens } from '#server/features/account-mail/queries.ts'
import { deleteExpiredSessions } from './queries.ts'

export const cleanupSessions = defineJob({
  name: 'sessions.cleanup',
  payload: noPayload,
  attempts: 3,
  backoffSeconds: [60],
})

/** Deletes expired sessions and mailed links, hourly. */
export const sessionCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupSessions,
    async () => {
      await deleteExpiredSessions(db)
      await deleteExpiredTokens(db)
    },
    { cron: '7 * * * *' },
  )
