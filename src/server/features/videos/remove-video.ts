import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { removePartsOf } from '#server/features/recordings/end-recording.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteVideo, deleteVideosOfStream } from './queries.ts'
import { notifyVideoChanges } from './video-changes.ts'

type Dependencies = Pick<Context, 'db' | 'log'> & { storage: Storage }

/** Deletes a video with its files. If its file is still being assembled, the assembled file is discarded. */
export async function removeVideo(
  dependencies: Dependencies,
  id: string,
  creatorId: string,
): Promise<{ deleted: true }> {
  const files = await dependencies.db.transaction(async (tx) => {
    await removePartsOf(tx, { videoId: id })
    const deletedFiles = await deleteVideo(tx, id, creatorId)
    if (deletedFiles) await notifyVideoChanges(tx, creatorId, [id])
    return deletedFiles
  })
  await deleteFiles(dependencies, files ?? [])
  return { deleted: true }
}

/** Deletes the videos that were recorded of a stream, within a transaction. Returns the keys for `deleteFiles`. */
export async function removeVideosOfStream(
  tx: Executor,
  streamId: string,
  creatorId: string,
): Promise<string[]> {
  await removePartsOf(tx, { streamId })
  const videos = await deleteVideosOfStream(tx, streamId, creatorId)
  await notifyVideoChanges(
    tx,
    creatorId,
    videos.map(({ id }) => id),
  )
  return videos.flatMap(({ files }) => files)
}

/** Deletes the files of deleted videos. Called after commit; errors are logged. */
export async function deleteFiles(
  { log, storage }: Pick<Dependencies, 'log' | 'storage'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    await storage.delete(key).catch((error: unknown) => {
      log.error({ err: error, key }, 'a file could not be deleted')
    })
  }
}
