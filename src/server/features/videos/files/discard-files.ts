import type { Executor } from '#server/db/executor.ts'
import { releaseUploads } from '#server/features/media/queries.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { deleteVideoFilesJob } from './delete-files-job.ts'
import type { VideoFileRow } from '../schema.ts'

/** Releases the uploads among the files of a video, within a transaction; a job deletes all of them after the commit. */
export async function discardFiles(
  tx: Executor,
  nodeId: string,
  files: readonly Pick<VideoFileRow, 'key' | 'uploadId'>[],
): Promise<void> {
  await releaseUploads(
    tx,
    files.flatMap(({ uploadId }) => uploadId ?? []),
  )
  const keys = files.filter(({ uploadId }) => uploadId === null).map(({ key }) => key)
  await enqueueOnNode(tx, nodeId, deleteVideoFilesJob, { keys })
}
