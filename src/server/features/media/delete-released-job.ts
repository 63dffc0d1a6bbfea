import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import type { MediaStore } from './media-store.ts'

/** Deletes the released media of a node; enqueued by another one, on which something of it was deleted. */
export const deleteReleasedJob = defineLocalJob({
  name: 'media.deleteReleased',
  payload: noPayload,
  attempts: 10,
  backoffSeconds: [10, 60, 600, 3600],
})

export const deleteReleasedHandler = ({
  media,
}: {
  media: Pick<MediaStore, 'deleteOwnReleased'>
}): JobHandler => handleJob(deleteReleasedJob, () => media.deleteOwnReleased())
