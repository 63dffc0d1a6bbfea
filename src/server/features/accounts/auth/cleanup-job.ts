import type { Context } from '#server/feature.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { deleteExpiredTokens } from '#server/features/accounts/account-tokens/queries.ts'
import { deleteExpiredRates } from '#server/http/rates/queries.ts'
import { deleteExpiredSessions } from './queries.ts'
import { deleteOldFailures } from './slowdown-queries.ts'

export const cleanupSessions = defineJob({
  name: 'sessions.cleanup',
  payload: noPayload,
  ...RETRIES.hourlyCleanup,
})

/** Deletes expired sessions, mailed links and counts of limits, hourly. */
export const sessionCleanupHandler = ({ db }: Pick<Context, 'db'>): JobHandler =>
  handleJob(
    cleanupSessions,
    async () => {
      await deleteExpiredSessions(db)
      await deleteExpiredTokens(db)
      await deleteExpiredRates(db)
      await deleteOldFailures(db)
    },
    { cron: '7 * * * *' },
  )
