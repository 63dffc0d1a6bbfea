import type { Executor } from '#server/db/executor.ts'
import path from 'node:path'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/logs/queries.ts'
import { deleteVideos } from '#server/features/videos/videos/creator/queries.ts'
import { discardFiles } from '#server/features/videos/videos/files/discard-files.ts'
import { findFileAccess, insertFiles } from '#server/features/videos/videos/files/queries.ts'
import { enqueueProcessing } from '#server/features/videos/videos/processing/jobs.ts'
import { recordPublication } from '#server/features/videos/videos/publication.ts'
import { markFailed, markReady } from '#server/features/videos/videos/recording-queries.ts'
import { publishVideoChanges } from '#server/features/videos/videos/video-changes.ts'
import { storageKey } from '#server/features/videos/videos/files/video-files.ts'
import type { Storage } from '#server/storage/storage.ts'
import { notifyOfRecording } from './notify-creator.ts'
import { lockRecordedStream, type EndedRecording, deleteRecording, markRecordingFailed } from './queries.ts'

/** Dependencies that a worker has as well as the app: it has no sockets and no live engine. */
export type PublishDependencies = Pick<Context, 'config' | 'db' | 'events' | 'log' | 'nodeId' | 'publish'> & {
  storage: Storage
}

/** The extensions of assembled files, which a storage key needs. */
const EXTENSIONS = ['.mp4', '.webm', '.weba']
const originalName = (extension: string) => `original${extension}`

/**
 * Deletes a deleted video's file that no row refers to: an attempt stored it and was killed before it inserted the row. Has
 * no effect on an existing video.
 */
export async function deleteUnrecordedFile(
  { db, storage }: Pick<PublishDependencies, 'db' | 'storage'>,
  videoId: string,
): Promise<void> {
  if (await findFileAccess(db, videoId)) return
  for (const extension of EXTENSIONS) await storage.delete(storageKey(videoId, originalName(extension)))
}

/**
 * Stores the assembled file, marks the video as ready and enqueues its processing: poster, preview image and qualities.
 * Idempotent, as it may repeat after a crash.
 */
export async function publishRecording(
  dependencies: PublishDependencies,
  recording: EndedRecording,
  folder: string,
  assembled: AssembledRecording,
): Promise<void> {
  const { db, nodeId, storage } = dependencies
  const { videoId, creatorId } = recording
  const name = originalName(path.extname(assembled.file))
  const key = storageKey(videoId, name)
  await storage.putFile(key, path.join(folder, assembled.file))
  const size = (await storage.stat(key))?.size ?? 0
  const { mimeType, duration, width, height, startedAt } = assembled
  const facts = { mimeType, duration, width, height, fileSize: size }
  const videoExists = await db.transaction(async (tx) => {
    const isUpdated = await markReady(tx, videoId, {
      ...facts,
      progress: 0,
      recordedFrom: new Date(startedAt),
    })
    await deleteRecording(tx, recording.id)
    if (!isUpdated) return false
    await insertFiles(tx, [{ videoId, name, kind: 'original', nodeId, key, mimeType, size, width, height }])
    await recordPublication(dependencies, tx, videoId)
    await enqueueProcessing(tx, { nodeId, videoId })
    publishVideoChanges(dependencies, tx, creatorId, [videoId])
    await notifyOfRecording(dependencies, tx, creatorId, { videoId })
    return true
  })
  // The creator has deleted the video meanwhile.
  if (!videoExists) await storage.delete(key)
}

/** Deletes the draft of an empty recording, with the thumbnail and the captions that the creator has added. */
export async function discardDraft(
  dependencies: Pick<PublishDependencies, 'db' | 'nodeId' | 'publish'>,
  { videoId, creatorId, streamId }: EndedRecording,
): Promise<void> {
  const { db, nodeId } = dependencies
  await db.transaction(async (tx) => {
    const { ids, files } = await deleteVideos(tx, creatorId, { id: videoId })
    await discardFiles(tx, nodeId, files)
    publishVideoChanges(dependencies, tx, creatorId, [videoId])
    if (ids.length > 0) await notifyOfStream(dependencies, tx, { creatorId, streamId })
  })
}

/** Marks recording and draft as failed, and reports it to the operator. Has no effect if the video was deleted. */
export async function failDraft(
  dependencies: Pick<PublishDependencies, 'db' | 'log' | 'publish'>,
  { id, videoId, creatorId, streamId }: EndedRecording,
  reason: string,
): Promise<void> {
  const { db, log } = dependencies
  const message = `A recording could not be made a video: ${reason}`
  const hasFailed = await db.transaction(async (tx) => {
    if (!(await markFailed(tx, videoId, 'notRecorded'))) return false
    await markRecordingFailed(tx, id)
    publishVideoChanges(dependencies, tx, creatorId, [videoId])
    await notifyOfStream(dependencies, tx, { creatorId, streamId })
    await recordLog(tx, { level: 'error', category: 'recordings', message, metadata: { id: videoId } })
    return true
  })
  if (hasFailed) log.error({ id: videoId }, message)
}

/** Notifies the creator through the stream, unless it was deleted since the recording was read. */
async function notifyOfStream(
  dependencies: Pick<PublishDependencies, 'publish'>,
  tx: Executor,
  { creatorId, streamId }: Pick<EndedRecording, 'creatorId' | 'streamId'>,
): Promise<void> {
  if (streamId !== null && (await lockRecordedStream(tx, streamId)))
    await notifyOfRecording(dependencies, tx, creatorId, { streamId })
}
