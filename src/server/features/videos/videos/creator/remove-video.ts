import { type AlsoWrite, type Db, type Executor, writeNothing } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { videoDeleted } from '../events.ts'
import { discardFiles } from '../files/discard-files.ts'
import { type DeletedVideos, deleteVideos, listIdsOf, lockVideo, lockVideosOfStream } from './queries.ts'
import { publishVideoChanges } from '../video-changes.ts'
import { withdrawNotificationsOfVideo } from '../withdraw-notifications.ts'

type Dependencies = Pick<Context, 'events' | 'nodeId' | 'publish'>

/**
 * Deletes a creator's video; a job deletes its files after the commit. Running jobs of its assembly and processing discard
 * their results. `deletionDb` queues deletions per creator, as they cascade to all views and comments. `alsoWrite` writes in
 * the same transaction.
 */
export async function removeVideo(
  { deletionDb, ...dependencies }: Dependencies & { deletionDb: Db },
  id: string,
  creatorId: string,
  alsoWrite: AlsoWrite = writeNothing,
): Promise<{ deleted: true }> {
  await deletionDb.transaction(async (tx) => {
    await removeVideoWithin(dependencies, tx, { id, creatorId })
    await alsoWrite(tx)
  })
  return { deleted: true }
}

/** The same within a transaction. */
export async function removeVideoWithin(
  dependencies: Dependencies,
  tx: Executor,
  { id, creatorId }: { id: string; creatorId: string },
): Promise<void> {
  // Locked first, as likes, comments and the end of the assembly do: two transactions cannot deadlock.
  const isLocked = await lockVideo(tx, id, creatorId)
  await dependencies.events.announce(tx, videoDeleted, { videoId: id })
  if (isLocked) await withdrawNotificationsOfVideo(dependencies, tx, id)
  await finishDeletion(dependencies, tx, creatorId, await deleteVideos(tx, creatorId, { id }))
}

/** Deletes the recordings of a stream, within a transaction; a job deletes their files after the commit. */
export async function removeVideosOfStream(
  dependencies: Dependencies,
  tx: Executor,
  { streamId, creatorId }: { streamId: string; creatorId: string },
): Promise<void> {
  const lockedIds = await lockVideosOfStream(tx, streamId, creatorId)
  for (const videoId of lockedIds) {
    await dependencies.events.announce(tx, videoDeleted, { videoId })
    await withdrawNotificationsOfVideo(dependencies, tx, videoId)
  }
  await finishDeletion(dependencies, tx, creatorId, await deleteVideos(tx, creatorId, { streamId }))
}

async function finishDeletion(
  dependencies: Dependencies,
  tx: Executor,
  creatorId: string,
  { ids, files }: DeletedVideos,
): Promise<void> {
  if (ids.length === 0) return
  await discardFiles(tx, dependencies.nodeId, files)
  publishVideoChanges(dependencies, tx, creatorId, ids)
}

/** Deletes all videos of a creator, within a transaction. */
export async function deleteVideosOf(
  dependencies: Dependencies,
  tx: Executor,
  creatorId: string,
): Promise<void> {
  for (const id of await listIdsOf(tx, creatorId))
    await removeVideoWithin(dependencies, tx, { id, creatorId })
}
