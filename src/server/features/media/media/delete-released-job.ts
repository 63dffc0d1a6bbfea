import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'

/** Deletes the released media of a node; enqueued by another one, on which something of it was deleted. */
export const deleteReleasedJob = defineLocalJob({
  name: 'media.deleteReleased',
  payload: noPayload,
  ...RETRIES.deletion,
})

type Dependencies = { media: { deleteOwnReleased(): Promise<void> } }

export const deleteReleasedHandler = ({ media }: Dependencies): JobHandler =>
  handleJob(deleteReleasedJob, () => media.deleteOwnReleased())
