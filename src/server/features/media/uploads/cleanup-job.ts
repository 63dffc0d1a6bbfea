import type { WorkerContext } from '#server/feature.ts'
import { mediaService } from '#server/features/media/media/media-service.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { cleanupUploads } from './cleanup-uploads.ts'
import { UPLOAD_RULES, uploadRulesService } from './upload-rules.ts'

/** On each node: the files are in its DATA_DIR. */
export const cleanupUploadsJob = defineLocalJob({
  name: 'uploads.cleanup',
  payload: noPayload,
  ...RETRIES.hourlyCleanup,
})

/** Deletes abandoned uploads and unused media, at each start and hourly. */
export async function uploadCleanupHandler({ db, service }: WorkerContext): Promise<JobHandler> {
  const media = await service(mediaService)
  const { retentionMs } = { ...UPLOAD_RULES, ...service(uploadRulesService) }
  const work = () => cleanupUploads({ db, media }, new Date(Date.now() - retentionMs))
  return handleJob(cleanupUploadsJob, work, { cron: '23 * * * *', atStart: true })
}
