import { z } from 'zod/mini'
import { type JobHandler, handleJob } from '#server/jobs/job-handler.ts'
import { defineLocalJob } from '#server/jobs/job.ts'
import { RETRIES } from '#server/jobs/retries.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { MediaStore } from './media-store.ts'

/** Deletes stored files of deleted videos and streams on the node that stores them, and its released uploads. */
export const deleteFilesJob = defineLocalJob({
  name: 'videos.deleteFiles',
  payload: z.object({ keys: z.array(z.string()) }),
  ...RETRIES.deletion,
})

type Dependencies = { media: Pick<MediaStore, 'deleteOwnReleased'>; storage: Storage }

export function deleteFilesHandler({ media, storage }: Dependencies): JobHandler {
  return handleJob(deleteFilesJob, async ({ keys }) => {
    for (const key of keys) await storage.delete(key)
    await media.deleteOwnReleased()
  })
}
