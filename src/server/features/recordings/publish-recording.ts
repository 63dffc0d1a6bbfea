import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { Db } from '#server/db/executor.ts'
import { deleteVideo, insertDraft, markReady, setState } from '#server/features/videos/queries.ts'
import { publishVideoChange } from '#server/features/videos/publish-video-change.ts'
import { fileKey, posterKey } from '#server/features/videos/video-files.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Storage } from '#server/storage/storage.ts'
import { makePoster } from './poster.ts'
import {
  type RecordedStream,
  deleteRecording,
  findRecording,
  markRecordingFailed,
  setVideo,
} from './queries.ts'
import type { RecordingRow } from './schema.ts'
import { videoCategoryOf } from './video-category.ts'

export type PublishDependencies = {
  db: Db
  hub: Hub
  images: ImagePool
  log: Logger
  storage: Storage
  ffmpegPath: string
}

/**
 * Creates the draft video of a recording before its file is assembled. Returns the video's id, also of an existing
 * draft; null if a concurrent call has created it or the recording was deleted.
 */
export async function createDraft(
  { db, hub }: Pick<PublishDependencies, 'db' | 'hub'>,
  recording: RecordingRow,
  stream: RecordedStream,
): Promise<string | null> {
  if (recording.videoId) return recording.videoId
  const { title, description, isPublic, streamerId } = stream
  const videoId = await db.transaction(async (tx) => {
    const id = await insertDraft(tx, {
      creatorId: streamerId,
      title,
      description,
      isPublic,
      thumbnailUrl: null,
      category: videoCategoryOf(stream.category),
      streamId: stream.id,
      recordedFrom: recording.startedAt,
    })
    if (await setVideo(tx, recording.id, id)) return id
    await deleteVideo(tx, id, streamerId)
    return null
  })
  if (videoId) publishVideoChange(hub, streamerId, videoId)
  return videoId
}

type FinishedRecording = {
  recordingId: string
  videoId: string
  creatorId: string
  folder: string
  /** The stream's thumbnail, the fallback for a video without a poster. */
  thumbnailUrl: string | null
}

/**
 * Stores the assembled file and its poster and marks the video as ready. Idempotent, as it may repeat after a crash.
 */
export async function publishRecording(
  dependencies: PublishDependencies,
  finished: FinishedRecording,
  assembled: AssembledRecording,
): Promise<void> {
  const { db, hub, storage } = dependencies
  const { recordingId, videoId, creatorId, folder } = finished
  const key = fileKey(videoId, path.extname(assembled.file))
  await storage.putFile(key, path.join(folder, assembled.file))
  const poster = await posterOf(dependencies, finished, assembled)
  if (poster) await storage.put(posterKey(videoId), poster)
  const files = poster ? [key, posterKey(videoId)] : [key]
  const fileSize = (await storage.stat(key))?.size ?? 0
  const { mimeType, duration, width, height, startedAt } = assembled
  const metadata = { mimeType, duration, width, height, fileSize, files, recordedFrom: new Date(startedAt) }
  const videoExists = await db.transaction(async (tx) => {
    const isUpdated = await markReady(tx, videoId, { ...metadata, hasPoster: poster !== null })
    await deleteRecording(tx, recordingId)
    return isUpdated
  })
  // The creator has deleted the video meanwhile.
  if (!videoExists) for (const each of files) await storage.delete(each)
  publishVideoChange(hub, creatorId, videoId)
}

async function posterOf(
  { images, log, storage, ffmpegPath }: PublishDependencies,
  { videoId, creatorId, folder, thumbnailUrl }: FinishedRecording,
  assembled: AssembledRecording,
): Promise<Buffer | null> {
  const poster = await makePoster({ images, requesterId: creatorId, ffmpegPath }, folder, assembled).catch(
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

/** Deletes the recording and its draft, because nothing was recorded. */
export async function deleteDraft(
  { db, hub }: Pick<PublishDependencies, 'db' | 'hub'>,
  recordingId: string,
  creatorId: string,
): Promise<void> {
  const recording = await findRecording(db, recordingId)
  await deleteRecording(db, recordingId)
  if (!recording?.videoId) return
  await deleteVideo(db, recording.videoId, creatorId)
  publishVideoChange(hub, creatorId, recording.videoId)
}

/** Marks recording and draft as failed. The parts stay for another attempt at the server's next start. */
export async function failDraft(
  { db, hub }: Pick<PublishDependencies, 'db' | 'hub'>,
  { recordingId, videoId, creatorId }: { recordingId: string; videoId: string; creatorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await markRecordingFailed(tx, recordingId)
    await setState(tx, videoId, 'failed')
  })
  publishVideoChange(hub, creatorId, videoId)
}
