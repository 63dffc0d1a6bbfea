import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Executor } from '#server/db/executor.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'

/** The columns of a stream. `thumbnailNodeId` null means the current node. */
export type StoredThumbnail = { thumbnailUrl: string | null; thumbnailNodeId: string | null }

export function storageKeyOf(thumbnailUrl: string): string {
  return thumbnailUrl.replace(/^\/files\//, '')
}

/** Returns the storage keys of both sizes. */
export function storageKeysOf({ thumbnailUrl }: StoredThumbnail): string[] {
  return thumbnailUrl === null ? [] : [storageKeyOf(thumbnailUrl), storageKeyOf(smallThumbnail(thumbnailUrl))]
}

/** Enqueues the deletion of the files on the node that stores them. */
export async function enqueueRemoval(db: Executor, nodeId: string, stored: StoredThumbnail): Promise<void> {
  const keys = storageKeysOf(stored)
  if (keys.length > 0) await enqueueOnNode(db, stored.thumbnailNodeId ?? nodeId, deleteFilesJob, { keys })
}
