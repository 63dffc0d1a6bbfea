import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import { deleteVideo, markFailed, markReady } from '#server/features/videos/queries.ts'
import { notifyVideoChanges } from '#server/features/videos/video-changes.ts'
import { fileKey, posterKey } from '#server/features/videos/video-files.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import { makePoster } from './poster.ts'
import { type EndedRecording, deleteRecording, markRecordingFailed } from './queries.ts'

/** The dependencies that a worker has, too: it has no browsers and no live engine. */
export type PublishDependencies = Pick<Context, 'config' | 'db' | 'images' | 'log'> & {
  storage: Storage
  transcoder: Transcoder
}

/**
 * Stores the assembled file and its poster and marks the video as ready. Idempotent, as it may repeat after a crash.
 */
export async function publishRecording(
  dependencies: PublishDependencies,
  recording: EndedRecording,
  folder: string,
  assembled: AssembledRecording,
): Promise<void> {
  const { db, storage } = dependencies
  const { videoId, creatorId } = recording
  const key = fileKey(videoId, path.extname(assembled.file))
  await storage.putFile(key, path.join(folder, assembled.file))
  const poster = await posterOf(dependencies, recording, folder, assembled)
  if (poster) await storage.put(posterKey(videoId), poster)
  const files = poster ? [key, posterKey(videoId)] : [key]
  const fileSize = (await storage.stat(key))?.size ?? 0
  const { mimeType, duration, width, height, startedAt } = assembled
  const metadata = { mimeType, duration, width, height, fileSize, files, recordedFrom: new Date(startedAt) }
  const videoExists = await db.transaction(async (tx) => {
    const isUpdated = await markReady(tx, videoId, { ...metadata, hasPoster: poster !== null })
    await deleteRecording(tx, recording.id)
    if (isUpdated) await notifyVideoChanges(tx, creatorId, [videoId])
    return isUpdated
  })
  // The creator has deleted the video meanwhile.
  if (!videoExists) for (const each of files) await storage.delete(each)
}

async function posterOf(
  { images, log, storage, transcoder }: PublishDependencies,
  { videoId, creatorId, thumbnailUrl }: EndedRecording,
  folder: string,
  assembled: AssembledRecording,
): Promise<Buffer | null> {
  const poster = await makePoster({ images, requesterId: creatorId, transcoder }, folder, assembled).catch(
    (error: unknown) => {
      log.info({ err: error, videoId }, 'a video has no poster of its own')
    },
  )
  return poster ?? (thumbnailUrl ? readStored(storage, thumbnailUrl) : null)
}

/** Copies a thumbnail of the stream, as a later change of the stream deletes the file. */
async function readStored(storage: Storage, thumbnailUrl: string): Promise<Buffer | null> {
  const found = await storage.open(thumbnailUrl.replace(/^\/files\//, ''))
  return found && buffer(found.stream)
}

/** Deletes the draft, because nothing was recorded. */
export async function discardDraft(
  { db }: Pick<PublishDependencies, 'db'>,
  { videoId, creatorId }: EndedRecording,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteVideo(tx, videoId, creatorId)
    await notifyVideoChanges(tx, creatorId, [videoId])
  })
}

/** Marks recording and draft as failed, and reports it to the operator. Has no effect if the video was deleted. */
export async function failDraft(
  { db, log }: Pick<PublishDependencies, 'db' | 'log'>,
  { id, videoId, creatorId }: EndedRecording,
  reason: string,
): Promise<void> {
  const message = `A recording could not be made a video: ${reason}`
  const hasFailed = await db.transaction(async (tx) => {
    if (!(await markFailed(tx, videoId))) return false
    await markRecordingFailed(tx, id)
    await notifyVideoChanges(tx, creatorId, [videoId])
    await recordLog(tx, { level: 'error', category: 'recordings', message, metadata: { id: videoId } })
    return true
  })
  if (hasFailed) log.error({ id: videoId }, message)
}
