import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'

/** Deletes the released media of a node; enqueued by another one, on which something of it was deleted. */
export const deleteReleasedJob = defineLocalJob({
  name: 'media.deleteReleased',
  payload: noPayload,
  attempts: 10,
  backoffSeconds: [10, 60, 600, 3600],
})

type Dependencies = { media: { deleteOwnReleased(): Promise<void> } }

export const deleteReleasedHandler = ({ media }: Dependencies): JobHandler =>
  handleJob(deleteReleasedJob, () => media.deleteOwnReleased())
