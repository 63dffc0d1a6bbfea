import type { Db, Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Thumbnails } from '#server/features/media/thumbnails/thumbnails.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { streamDeleted, streamDeletionRequested } from './events.ts'
import { deleteStream as deleteRow, lockForDeletion } from './deletion-queries.ts'
import type { StreamRow } from './schema.ts'
import { streamTopic } from './topics.ts'

type Deletion = Pick<StreamRow, 'id' | 'streamerId'> & { withRecordings: boolean }
type DeletedThumbnail = Parameters<Thumbnails['remove']>[0]

/**
 * Deletes a stream with the data of other features about it and, if `withRecordings`, its recorded videos. Notifies the
 * stream's subscribers after commit. Throws 409 while the stream is live, 404 if it does not exist.
 */
export async function deleteStream(
  {
    deletionDb,
    thumbnails,
    ...dependencies
  }: Pick<Context, 'db' | 'events' | 'publish'> & { deletionDb: Db; thumbnails: Thumbnails },
  deletion: Deletion,
): Promise<void> {
  const { db, events } = dependencies
  await events.announce(db, streamDeletionRequested, { streamId: deletion.id })
  const thumbnail = await deletionDb.transaction((tx) => deleteStreamWithin(dependencies, tx, deletion))
  await thumbnails.remove(thumbnail)
}

/** As `deleteStream`, within the caller's transaction. The caller removes the returned thumbnail after commit. */
export async function deleteStreamWithin(
  { events, publish }: Pick<Context, 'events' | 'publish'>,
  tx: Executor,
  { id: streamId, streamerId, withRecordings }: Deletion,
): Promise<DeletedThumbnail> {
  // Before the event, whose listener removes all sockets from the topic.
  publish(tx, toPages(streamTopic(streamId), { type: 'stream_deleted', streamId }))
  // Before the lock on the stream: the processing of a video also locks the video first. The same order prevents a deadlock.
  await events.announce(tx, streamDeleted, { streamId, streamerId, withRecordings })
  const stream = await lockForDeletion(tx, streamId)
  if (!stream) throw notFound('notFound.stream')
  if (stream.isLive) throw conflict('conflict', 'streams.deleteLive')
  await deleteRow(tx, streamId)
  return stream
}
