import { z } from 'zod/mini'
import { id } from '#shared/fields.ts'
import type { Context } from '#server/feature.ts'
import { defineJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import {
  lockUnnotifiedReports,
  markReportersNotified,
} from '#server/features/operations/moderation-cases/report-queries.ts'
import { notifyReporters } from './notify-outcome.ts'

/** Notifies the reporters of a case of its outcome. Repeating it notifies nobody twice. */
export const notifyReportersJob = defineJob({
  name: 'moderation.tellReporters',
  payload: z.object({ caseId: id }),
  ...RETRIES.delivery,
})

/** Reporters per transaction. */
const BATCH_SIZE = 500

export const notifyReportersHandler = (dependencies: Pick<Context, 'db' | 'publish'>): JobHandler =>
  handleJob(notifyReportersJob, async ({ caseId }, { signal }) => {
    let isDone = false
    while (!isDone) {
      signal.throwIfAborted()
      isDone = await dependencies.db.transaction(async (tx) => {
        const reports = await lockUnnotifiedReports(tx, caseId, BATCH_SIZE)
        if (reports.length === 0) return true
        await notifyReporters(dependencies, tx, reports)
        await markReportersNotified(
          tx,
          reports.map((report) => report.id),
        )
        return false
      })
    }
  })
