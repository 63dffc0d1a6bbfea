import type { Context } from '#server/feature.ts'
import { deliverNotifications, withdrawAbout } from '#server/features/notifications/notify.ts'
import type { Recordings } from '#server/features/recordings/recordings.ts'
import type { Thumbnails } from '#server/features/thumbnails/thumbnails.ts'
import { deleteVideosOfStream } from '#server/features/videos/queries.ts'
import { discardVideo } from '#server/features/videos/remove-video.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import type { Storage } from '#server/storage/storage.ts'
import { announceDeletion } from './announce.ts'
import { deleteStream as deleteRow, lockForDeletion } from './deletion-queries.ts'
import type { StreamRow } from './schema.ts'

type Parts = Pick<Context, 'db' | 'hub' | 'log'> & {
  storage: Storage
  thumbnails: Thumbnails
  recordings: Pick<Recordings, 'settled'>
}

/**
 * Deletes a stream that its owner asked to delete, with its chat, and with the videos that were recorded of it where
 * that is wanted. Everybody on the stream is told. Throws 409 while it is live, 404 when it is gone already.
 */
export async function deleteStream(
  parts: Parts,
  { id, streamerId }: Pick<StreamRow, 'id' | 'streamerId'>,
  { withRecordings }: { withRecordings: boolean },
): Promise<void> {
  const { db, hub, recordings, thumbnails } = parts
  // A broadcast that has just ended becomes a video first, which can outlive the stream or be deleted with it.
  await recordings.settled(id)
  const { notices, videos, thumbnailUrl } = await db.transaction(async (tx) => {
    const stream = await lockForDeletion(tx, id)
    if (!stream) throw notFound('notFound.stream')
    if (stream.isLive) throw conflict('conflict', 'streams.deleteLive')
    const withdrawn = await withdrawAbout(tx, { streamId: id })
    const removed = withRecordings ? await deleteVideosOfStream(tx, id, streamerId) : []
    await deleteRow(tx, id)
    return { notices: withdrawn, videos: removed, thumbnailUrl: stream.thumbnailUrl }
  })
  announceDeletion(hub, id)
  deliverNotifications(parts, notices)
  for (const video of videos) await discardVideo(parts, streamerId, video)
  if (thumbnailUrl) await thumbnails.remove(thumbnailUrl)
}
