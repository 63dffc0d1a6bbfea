import { type AlsoWrite, type Db, type Executor, writeNothing } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import { removePartsOf } from '#server/features/videos/recordings/end-recording.ts'
import { discardFiles } from '../files/discard-files.ts'
import { type DeletedVideos, deleteVideos, lockVideo, lockVideosOfStream } from './queries.ts'
import { notifyVideoChanges } from '../video-changes.ts'

/**
 * Deletes a creator's video; a job deletes its files after the commit. If its file is still being assembled, the
 * assembled file is discarded; jobs that process it stop. `deletionDb` deletes all views and comments in the creator's turn.
 * `alsoWrite` writes in the same transaction.
 */
export async function removeVideo(
  { deletionDb, ...dependencies }: Pick<Context, 'db' | 'hub' | 'log' | 'nodeId'> & { deletionDb: Db },
  id: string,
  creatorId: string,
  alsoWrite: AlsoWrite = writeNothing,
): Promise<{ deleted: true }> {
  const { nodeId } = dependencies
  const notifications = await deletionDb.transaction(async (tx) => {
    const withdrawn = await removeVideoWithin(tx, { id, creatorId, nodeId })
    await alsoWrite(tx)
    return withdrawn
  })
  deliverNotifications(dependencies, notifications)
  return { deleted: true }
}

/** The same within a transaction. Then the caller delivers the withdrawn notifications. */
export async function removeVideoWithin(
  tx: Executor,
  { id, creatorId, nodeId }: { id: string; creatorId: string; nodeId: string },
): Promise<NotificationChange[]> {
  // First, as likes, comments and the end of the assembly do: two transactions cannot deadlock.
  const isLocked = await lockVideo(tx, id, creatorId)
  await removePartsOf(tx, { videoId: id })
  const withdrawn = isLocked ? await withdrawNotificationsAbout(tx, { videoId: id }) : []
  await finishDeletion(tx, { creatorId, nodeId }, await deleteVideos(tx, creatorId, { id }))
  return withdrawn
}

type RemovedVideos = { ids: string[]; notifications: NotificationChange[] }

/**
 * Deletes the videos that were recorded of a stream, within a transaction; a job deletes their files after the commit.
 * Then the caller delivers the withdrawn notifications.
 */
export async function removeVideosOfStream(
  tx: Executor,
  { streamId, creatorId, nodeId }: { streamId: string; creatorId: string; nodeId: string },
): Promise<RemovedVideos> {
  const lockedIds = await lockVideosOfStream(tx, streamId, creatorId)
  await removePartsOf(tx, { streamId })
  const notifications: NotificationChange[] = []
  for (const videoId of lockedIds) notifications.push(...(await withdrawNotificationsAbout(tx, { videoId })))
  const deleted = await deleteVideos(tx, creatorId, { streamId })
  await finishDeletion(tx, { creatorId, nodeId }, deleted)
  return { ids: deleted.ids, notifications }
}

async function finishDeletion(
  tx: Executor,
  { creatorId, nodeId }: { creatorId: string; nodeId: string },
  { ids, files }: DeletedVideos,
): Promise<void> {
  if (ids.length === 0) return
  await discardFiles(tx, nodeId, files)
  await notifyVideoChanges(tx, creatorId, ids)
}
