import { smallThumbnail } from '#shared/media/image-sizes.ts'
import type { Executor } from '#server/db/executor.ts'
import { deleteFilesJob } from '#server/features/media/media/delete-files-job.ts'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'

/** The columns of a stream; without a node it is the one that is asked. */
export type StoredThumbnail = { thumbnailUrl: string | null; thumbnailNodeId: string | null }

export function storageKeyOf(thumbnailUrl: string): string {
  return thumbnailUrl.replace(/^\/files\//, '')
}

/** Returns the keys of its files. */
export function storageKeysOf({ thumbnailUrl }: StoredThumbnail): string[] {
  return thumbnailUrl === null ? [] : [storageKeyOf(thumbnailUrl), storageKeyOf(smallThumbnail(thumbnailUrl))]
}

/** Enqueues the deletion of its files, on the node that has them. */
export async function enqueueRemoval(db: Executor, nodeId: string, stored: StoredThumbnail): Promise<void> {
  const keys = storageKeysOf(stored)
  if (keys.length > 0) await enqueueOnNode(db, stored.thumbnailNodeId ?? nodeId, deleteFilesJob, { keys })
}
