import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import type { VideoFileCache } from './files/video-file-cache.ts'
import { hideVideos, listNotHidden, showVideos } from './hidden-queries.ts'
import { notifyVideoChanges } from './video-changes.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { fileCache: VideoFileCache }

/** Hides a video, or the recordings of a stream, and withdraws their notifications. */
export async function hideVideo(
  { fileCache, ...dependencies }: Dependencies,
  tx: Executor,
  of: { id: string } | { streamId: string },
  hiddenAt = new Date(),
): Promise<Publish | undefined> {
  // Notifications of several videos are changed by what was published before this one, so before it is hidden.
  const withdrawn: NotificationChange[] = []
  for (const videoId of await listNotHidden(tx, of))
    withdrawn.push(...(await withdrawNotificationsAbout(tx, { videoId })))
  const hidden = await hideVideos(tx, of, hiddenAt)
  for (const { id, creatorId } of hidden) await notifyVideoChanges(tx, creatorId, [id])
  if (hidden.length === 0) return undefined
  return () => {
    for (const { id } of hidden) fileCache.invalidate(id)
    deliverNotifications(dependencies, withdrawn)
  }
}

/** Shows a hidden video again, or the recordings that were hidden with a stream. */
export async function restoreVideo(
  { fileCache }: Pick<Dependencies, 'fileCache'>,
  tx: Executor,
  of: { id: string } | { streamId: string; hiddenAt: Date },
): Promise<Publish | undefined> {
  const shown = await showVideos(tx, of)
  for (const { id, creatorId } of shown) await notifyVideoChanges(tx, creatorId, [id])
  if (shown.length === 0) return undefined
  return () => {
    for (const { id } of shown) fileCache.invalidate(id)
  }
}
