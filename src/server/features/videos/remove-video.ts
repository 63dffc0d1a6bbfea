import type { Context } from '#server/feature.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteVideo } from './queries.ts'
import { publishVideoChange } from './publish-video-change.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'hub' | 'log'> & { storage: Storage }

/** Deletes a video with its files. If its file is still being assembled, the assembled file is discarded. */
export async function removeVideo(
  dependencies: Dependencies,
  id: string,
  creatorId: string,
): Promise<{ deleted: true }> {
  const files = await deleteVideo(dependencies.db, id, creatorId)
  if (files) await discardVideo(dependencies, creatorId, { id, files })
  return { deleted: true }
}

/** Deletes the files of a deleted video and notifies the creator's pages. Called after commit. */
export async function discardVideo(
  { events, hub, log, storage }: Omit<Dependencies, 'db'>,
  creatorId: string,
  { id, files }: { id: string; files: readonly string[] },
): Promise<void> {
  for (const key of files) {
    await storage.delete(key).catch((error: unknown) => {
      log.error({ err: error, key }, 'a file could not be deleted')
    })
  }
  publishVideoChange(hub, creatorId, id)
  events.publish({ type: 'video.deleted', videoId: id })
}
