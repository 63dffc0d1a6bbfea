import type { Context } from '#server/feature.ts'
import type { Db } from '#server/db/executor.ts'
import { deleteChat } from '#server/features/live/chat/delete-chat-job.ts'
import {
  deliverNotifications,
  withdrawNotificationsAbout,
} from '#server/features/notifications/notifications/notify.ts'
import { endRecordingsOf } from '#server/features/videos/recordings/end-recording.ts'
import type { Recordings } from '#server/features/videos/recordings/recordings.ts'
import type { Thumbnails } from '#server/features/media/thumbnails/thumbnails.ts'
import { lockVideosOfStream } from '#server/features/videos/videos/creator/queries.ts'
import { removeVideosOfStream } from '#server/features/videos/videos/creator/remove-video.ts'
import type { VideoFileCache } from '#server/features/videos/videos/files/video-file-cache.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { publishDeleted } from './stream-events.ts'
import { deleteStream as deleteRow, lockForDeletion } from './deletion-queries.ts'
import type { StreamRow } from './schema.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'hub' | 'log' | 'nodeId'> & {
  /** Deletes all that references the stream in the caller's turn. */
  deletionDb: Db
  fileCache: VideoFileCache
  thumbnails: Thumbnails
  recordings: Pick<Recordings, 'reconcileAndWait'>
}

/**
 * Deletes a stream with its chat and, if `withRecordings`, the videos that were recorded of it. Notifies the stream's
 * subscribers after commit. Throws 409 while the stream is live, 404 if it does not exist.
 */
export async function deleteStream(
  dependencies: Dependencies,
  { id, streamerId }: Pick<StreamRow, 'id' | 'streamerId'>,
  { withRecordings }: { withRecordings: boolean },
): Promise<void> {
  const { deletionDb, fileCache, nodeId, recordings, thumbnails } = dependencies
  // Waits until a broadcast that has just ended is stored as a video: the video can then be kept or deleted.
  await recordings.reconcileAndWait(id)
  const { notifications, thumbnail, videoIds } = await deletionDb.transaction(async (tx) => {
    // First, as the processing of a video does, whose foreign key is checked again: two transactions cannot deadlock.
    await lockVideosOfStream(tx, id, streamerId)
    const stream = await lockForDeletion(tx, id)
    if (!stream) throw notFound('notFound.stream')
    if (stream.isLive) throw conflict('conflict', 'streams.deleteLive')
    const withdrawnNotifications = await withdrawNotificationsAbout(tx, { streamId: id })
    await endRecordingsOf(tx, id)
    const removed = withRecordings
      ? await removeVideosOfStream(tx, { streamId: id, creatorId: streamerId, nodeId })
      : { ids: [], notifications: [] }
    await deleteRow(tx, id)
    await enqueue(tx, deleteChat, { streamId: id })
    return {
      notifications: [...withdrawnNotifications, ...removed.notifications],
      thumbnail: stream,
      videoIds: removed.ids,
    }
  })
  for (const videoId of videoIds) fileCache.invalidate(videoId)
  publishDeleted(dependencies, id)
  deliverNotifications(dependencies, notifications)
  await thumbnails.remove(thumbnail)
}
