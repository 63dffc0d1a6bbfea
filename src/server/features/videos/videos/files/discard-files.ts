import type { Executor } from '#server/db/executor.ts'
import { releaseUploads } from '#server/features/media/media/queries.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import type { VideoFileRow } from '../schema.ts'

/**
 * Releases the uploads among the files of a video, within a transaction. After the commit, a job on each node that stores
 * some of the files deletes them. `nodeId`: this node, which stores the files without a node.
 */
export async function discardFiles(
  tx: Executor,
  nodeId: string,
  files: readonly Pick<VideoFileRow, 'key' | 'nodeId' | 'uploadId'>[],
): Promise<void> {
  await releaseUploads(
    tx,
    files.flatMap(({ uploadId }) => uploadId ?? []),
  )
  const ownerOf = (file: Pick<VideoFileRow, 'nodeId'>) => file.nodeId ?? nodeId
  for (const owner of new Set(files.map(ownerOf))) {
    const owned = files.filter((file) => file.uploadId === null && ownerOf(file) === owner)
    await enqueueOnNode(tx, owner, deleteFilesJob, { keys: owned.map(({ key }) => key) })
  }
}
