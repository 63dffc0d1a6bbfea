import type { Context } from '#server/feature.ts'
import type { MediaStore } from '#server/features/media/media/media-store.ts'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import { cleanupUploads } from './cleanup-uploads.ts'
import { UPLOAD_RULES, type UploadRules } from './upload-rules.ts'

/** On each node: the files are in its DATA_DIR. */
export const cleanupUploadsJob = defineLocalJob({
  name: 'uploads.cleanup',
  payload: noPayload,
  ...RETRIES.hourlyCleanup,
})

/** Deletes abandoned uploads and unused media, at each start and hourly. */
export const uploadCleanupHandler = (
  { db, media }: Pick<Context, 'db'> & { media: MediaStore },
  { retentionMs = UPLOAD_RULES.retentionMs }: Partial<UploadRules> = {},
): JobHandler =>
  handleJob(cleanupUploadsJob, () => cleanupUploads({ db, media }, new Date(Date.now() - retentionMs)), {
    cron: '23 * * * *',
    atStart: true,
  })
