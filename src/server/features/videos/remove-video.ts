import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Storage } from '#server/storage/storage.ts'
import { deleteVideo } from './queries.ts'
import { tellVideo } from './tell-video.ts'
import { VIDEOS_TOPIC } from './topics.ts'

/** Deletes a video for good. One whose file is still being made is gone as well: the file is not taken in. */
export async function removeVideo(
  { db, hub, log, storage }: { db: Db; hub: Hub; log: Logger; storage: Storage },
  id: string,
  creatorId: string,
): Promise<{ deleted: true }> {
  const files = await deleteVideo(db, id, creatorId)
  for (const key of files ?? []) {
    await storage.delete(key).catch((error: unknown) => {
      log.error({ err: error, key }, 'a file could not be deleted')
    })
  }
  if (files) {
    tellVideo(hub, creatorId, id)
    hub.publish(VIDEOS_TOPIC, { type: 'video_deleted', videoId: id })
  }
  return { deleted: true }
}
