import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'

/** Deletes the released media of a node. Enqueued by another node that has released them. */
export const deleteReleasedJob = defineLocalJob({
  name: 'media.deleteReleased',
  payload: noPayload,
  ...RETRIES.deletion,
})

type Dependencies = { media: { deleteOwnReleased(): Promise<void> } }

export const deleteReleasedHandler = ({ media }: Dependencies): JobHandler =>
  handleJob(deleteReleasedJob, () => media.deleteOwnReleased())
