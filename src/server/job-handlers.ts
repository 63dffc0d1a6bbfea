import type { Feature, WorkerContext } from './feature.ts'
import { jobCleanupHandler } from './jobs/cleanup-job.ts'
import type { JobHandler } from './jobs/job-handler.ts'
import type { JobFailure } from './jobs/job-runner.ts'
import { logCleanupHandler } from './logs/cleanup-job.ts'
import { recordLog } from './logs/queries.ts'
import { mailHandler, mailTlsService } from './mail/send-job.ts'

/** Creates the handlers of the jobs of the foundation and of all features. */
export async function createJobHandlers(
  features: readonly Feature[],
  context: WorkerContext,
): Promise<JobHandler[]> {
  const ofFeatures = await Promise.all(features.map(async ({ jobs }) => (await jobs?.(context)) ?? []))
  return [
    mailHandler({ ...context, mailTls: context.service(mailTlsService) }),
    jobCleanupHandler(context),
    logCleanupHandler(context),
    ...ofFeatures.flat(),
  ]
}

/** Records a job that has failed for good, for the operator's log page. */
export async function recordFailure({ db }: WorkerContext, { job, error }: JobFailure): Promise<void> {
  await recordLog(db, {
    level: 'error',
    category: 'jobs',
    message: 'A job failed for good.',
    metadata: { job, error },
  })
}
