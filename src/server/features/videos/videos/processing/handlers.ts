import type { WorkerContext } from '#server/feature.ts'
import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import type { JobHandler } from '#server/jobs/job-handler.ts'
import { listEncodeJobs } from './jobs.ts'
import { makePicturesHandler } from './pictures-job.ts'
import { renderPosterHandler } from './poster-job.ts'
import { prepareSlowVideoHandler, prepareVideoHandler } from './prepare-job.ts'
import { encodeHandler } from './rendition-job.ts'
import { WorkingFolders } from './process-video.ts'

/** Creates the handlers of the jobs that process videos. */
export async function createProcessingHandlers(context: WorkerContext): Promise<JobHandler[]> {
  const allowance = context.service(storageAllowanceService)
  const dependencies = {
    ...context,
    workingFolders: await WorkingFolders.open(context, context.role),
    remainingStorage: allowance.remaining.bind(allowance),
  }
  return [
    prepareVideoHandler(dependencies),
    prepareSlowVideoHandler(dependencies),
    makePicturesHandler(dependencies),
    ...listEncodeJobs().map((encoding) => encodeHandler(dependencies, encoding)),
    renderPosterHandler(dependencies),
  ]
}
