import type { Executor, Publish } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import type { VideoFileCache } from '#server/features/videos/videos/files/video-file-cache.ts'
import { hideVideo, restoreVideo } from '#server/features/videos/videos/hide-video.ts'
import { lockStream } from './change-queries.ts'
import { recordEnd } from './end-stream.ts'
import { setHidden, setVisible } from './hidden-queries.ts'
import { publishDeleted, publishEnded } from './stream-events.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'hub' | 'log'> & { fileCache: VideoFileCache }

/** Ends a stream if it is live, and hides it with its chat and its recordings. Publishes to pages as if it were deleted. */
export async function hideStream(
  dependencies: Dependencies,
  tx: Executor,
  streamId: string,
): Promise<Publish | undefined> {
  const stream = await lockStream(tx, streamId)
  if (!stream || stream.hiddenAt) return undefined
  const ended = await recordEnd(tx, streamId, 'removed')
  const hiddenAt = new Date()
  await setHidden(tx, stream, hiddenAt)
  const publishVideos = await hideVideo(dependencies, tx, { streamId }, hiddenAt)
  const withdrawn = await withdrawNotificationsAbout(tx, { streamId })
  return () => {
    if (ended) publishEnded(dependencies, ended)
    publishDeleted(dependencies, streamId)
    publishVideos?.()
    deliverNotifications(dependencies, withdrawn)
  }
}

/** Shows a hidden stream again, with the recordings that were hidden with it. */
export async function restoreStream(
  dependencies: Dependencies,
  tx: Executor,
  streamId: string,
): Promise<Publish | undefined> {
  const stream = await lockStream(tx, streamId)
  if (!stream?.hiddenAt) return undefined
  await setVisible(tx, stream)
  return (await restoreVideo(dependencies, tx, { streamId, hiddenAt: stream.hiddenAt })) ?? (() => {})
}
