import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { lockUntold, markTold } from '#server/features/operations/moderation-cases/report-queries.ts'
import { tellReporters } from './tell.ts'

/** Notifies those who have reported a thing of what came of it. Repeating it notifies nobody twice. */
export const tellReportersJob = defineJob({
  name: 'moderation.tellReporters',
  payload: z.object({ caseId: id }),
  ...RETRIES.delivery,
})

/** Reporters per transaction. */
const BATCH_SIZE = 500

export const tellReportersHandler = (dependencies: Pick<Context, 'db' | 'publish'>): JobHandler =>
  handleJob(tellReportersJob, async ({ caseId }, { signal }) => {
    let isDone = false
    while (!isDone) {
      signal.throwIfAborted()
      isDone = await dependencies.db.transaction(async (tx) => {
        const reports = await lockUntold(tx, caseId, BATCH_SIZE)
        if (reports.length === 0) return true
        await tellReporters(dependencies, tx, reports)
        await markTold(
          tx,
          reports.map((report) => report.id),
        )
        return false
      })
    }
  })
