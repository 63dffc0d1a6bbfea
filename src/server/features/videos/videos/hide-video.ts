import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { VideoFileCache } from './files/video-file-cache.ts'
import { hideVideos, listNotHidden, showVideos } from './hidden-queries.ts'
import { publishVideoChanges } from './video-changes.ts'
import { withdrawNotificationsOfVideo } from './withdraw-notifications.ts'

/** A worker has no cache; the database invalidates the cache of the app. */
type Dependencies = Pick<Context, 'publish'> & { fileCache?: VideoFileCache | undefined }

/** Hides a video, or the recordings of a stream, and withdraws their notifications. Returns false if none was visible. */
export async function hideVideo(
  dependencies: Dependencies,
  tx: Executor,
  target: { id: string } | { streamId: string },
  hiddenAt = new Date(),
): Promise<boolean> {
  // Before hiding: notifications of several videos are changed to the video that was published before this one.
  for (const videoId of await listNotHidden(tx, target))
    await withdrawNotificationsOfVideo(dependencies, tx, videoId)
  return publishAccess(dependencies, tx, await hideVideos(tx, target, hiddenAt))
}

/** Shows a hidden video again, or the recordings that were hidden with a stream. Returns false if none was hidden. */
export async function restoreVideo(
  dependencies: Dependencies,
  tx: Executor,
  target: { id: string } | { streamId: string; hiddenAt: Date },
): Promise<boolean> {
  return publishAccess(dependencies, tx, await showVideos(tx, target))
}

function publishAccess(
  dependencies: Dependencies,
  tx: Executor,
  changed: readonly { id: string; creatorId: string }[],
): boolean {
  for (const { id, creatorId } of changed) {
    publishVideoChanges(dependencies, tx, creatorId, [id])
    afterCommit(tx, () => dependencies.fileCache?.invalidate(id))
  }
  return changed.length > 0
}
