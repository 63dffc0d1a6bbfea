import type { Db } from '#server/db/executor.ts'
import { recordLog } from '#server/logs/queries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { listDifferences } from './queries.ts'

export const checkLedger = defineJob({
  name: 'ledger.check',
  payload: noPayload,
  ...RETRIES.computation,
})

/** Limit of the creators that a log entry names. */
const MAX_NAMED = 20

/** Compares the earnings of all creators with the ledger and their tips every night. Logs differences as an error. */
export const ledgerCheckHandler = ({ db }: { db: Db }): JobHandler =>
  handleJob(
    checkLedger,
    async () => {
      const differences = await listDifferences(db, MAX_NAMED)
      if (differences.length === 0) return
      await recordLog(db, {
        level: 'error',
        category: 'payments',
        message: 'The earnings of creators differ from the ledger or from their tips.',
        metadata: { differences },
      })
    },
    { cron: '41 1 * * *' },
  )
