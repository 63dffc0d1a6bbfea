import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { Context } from '#server/feature.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import {
  type NewVideoFile,
  deleteVideos,
  insertFiles,
  markFailed,
  markReady,
} from '#server/features/videos/queries.ts'
import { notifyVideoChanges } from '#server/features/videos/video-changes.ts'
import { newPosterNames, storageKey } from '#server/features/videos/video-files.ts'
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
  const name = `original${path.extname(assembled.file)}`
  const key = storageKey(videoId, name)
  await storage.putFile(key, path.join(folder, assembled.file))
  const size = (await storage.stat(key))?.size ?? 0
  const { mimeType, duration, width, height, startedAt } = assembled
  const original = { videoId, name, kind: 'original', key, mimeType, size, width, height } as const
  const files = [
    original,
    ...(await storePoster(storage, videoId, await posterOf(dependencies, recording, folder, assembled))),
  ]
  const metadata = { mimeType, duration, width, height, fileSize: size, recordedFrom: new Date(startedAt) }
  const videoExists = await db.transaction(async (tx) => {
    const isUpdated = await markReady(tx, videoId, metadata)
    await deleteRecording(tx, recording.id)
    if (!isUpdated) return false
    await insertFiles(tx, files)
    await notifyVideoChanges(tx, creatorId, [videoId])
    return true
  })
  // The creator has deleted the video meanwhile.
  if (!videoExists) for (const each of files) await storage.delete(each.key)
}

/** Stores the poster under both of its names. */
async function storePoster(
  storage: Storage,
  videoId: string,
  poster: Buffer | null,
): Promise<NewVideoFile[]> {
  if (!poster) return []
  const files: NewVideoFile[] = []
  for (const name of Object.values(newPosterNames())) {
    const key = storageKey(videoId, name)
    await storage.put(key, poster)
    files.push({ videoId, name, kind: 'poster', key, mimeType: 'image/webp', size: poster.length })
  }
  return files
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
  return found && buffer(found)
}

/** Deletes the draft, because nothing was recorded. */
export async function discardDraft(
  { db }: Pick<PublishDependencies, 'db'>,
  { videoId, creatorId }: EndedRecording,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteVideos(tx, creatorId, { id: videoId })
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
    if (!(await markFailed(tx, videoId, 'notRecorded'))) return false
    await markRecordingFailed(tx, id)
    await notifyVideoChanges(tx, creatorId, [videoId])
    await recordLog(tx, { level: 'error', category: 'recordings', message, metadata: { id: videoId } })
    return true
  })
  if (hasFailed) log.error({ id: videoId }, message)
}
