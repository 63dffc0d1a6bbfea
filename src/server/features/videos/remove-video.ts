import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteVideo } from './queries.ts'
import { publishVideoChange } from './publish-video-change.ts'
import { VIDEOS_TOPIC } from './topics.ts'

type Parts = { db: Db; hub: Hub; log: Logger; storage: Storage }

/** Deletes a video for good. One whose file is still being made is gone as well: the file is not taken in. */
export async function removeVideo(parts: Parts, id: string, creatorId: string): Promise<{ deleted: true }> {
  const files = await deleteVideo(parts.db, id, creatorId)
  if (files) await discardVideo(parts, creatorId, { id, files })
  return { deleted: true }
}

/** Deletes the files of a video whose row is gone, and tells its creator's pages. Call after the commit. */
export async function discardVideo(
  { hub, log, storage }: Omit<Parts, 'db'>,
  creatorId: string,
  { id, files }: { id: string; files: readonly string[] },
): Promise<void> {
  for (const key of files) {
    await storage.delete(key).catch((error: unknown) => {
      log.error({ err: error, key }, 'a file could not be deleted')
    })
  }
  publishVideoChange(hub, creatorId, id)
  hub.publish(VIDEOS_TOPIC, { type: 'video_deleted', videoId: id })
}
