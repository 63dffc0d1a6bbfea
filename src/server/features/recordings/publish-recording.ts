import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { AssembledRecording } from '#media/process/protocol.ts'
import type { Db } from '#server/db/executor.ts'
import { deleteVideo, insertDraft, updateReady, updateState } from '#server/features/videos/queries.ts'
import { publishVideoChange } from '#server/features/videos/publish-video-change.ts'
import { fileKey, posterKey } from '#server/features/videos/video-files.ts'
import type { ImagePool } from '#server/images/image-pool.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Storage } from '#server/storage/storage.ts'
import { makePoster } from './poster.ts'
import { type RecordedStream, deleteRecording, findRecording, markFailed, setVideo } from './queries.ts'
import type { RecordingRow } from './schema.ts'
import { videoCategoryOf } from './video-category.ts'

export type PublishParts = {
  db: Db
  hub: Hub
  images: ImagePool
  log: Logger
  storage: Storage
  ffmpegPath: string
}

/**
 * The draft that a recording becomes, at once, while its file is still being made; the same one when it is asked again.
 * Null when another has opened it meanwhile, or the recording is gone.
 */
export async function openDraft(
  { db, hub }: Pick<PublishParts, 'db' | 'hub'>,
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

type Finished = {
  recordingId: string
  videoId: string
  creatorId: string
  folder: string
  /** Of the stream: what stands for the video where it has no picture of its own. */
  thumbnailUrl: string | null
}

/** Takes the assembled file in. Doing it again, after a crash in between, gives the same. */
export async function publishRecording(
  parts: PublishParts,
  finished: Finished,
  assembled: AssembledRecording,
): Promise<void> {
  const { db, hub, storage } = parts
  const { recordingId, videoId, creatorId, folder } = finished
  const key = fileKey(videoId, path.extname(assembled.file))
  await storage.putFile(key, path.join(folder, assembled.file))
  const poster = await posterOf(parts, finished, assembled)
  if (poster) await storage.put(posterKey(videoId), poster)
  const files = poster ? [key, posterKey(videoId)] : [key]
  const fileSize = (await storage.stat(key))?.size ?? 0
  const { mimeType, duration, width, height, startedAt } = assembled
  const facts = { mimeType, duration, width, height, fileSize, files, recordedFrom: new Date(startedAt) }
  const isKept = await db.transaction(async (tx) => {
    const isThere = await updateReady(tx, videoId, { ...facts, hasPoster: poster !== null })
    await deleteRecording(tx, recordingId)
    return isThere
  })
  // Its creator has deleted it meanwhile.
  if (!isKept) for (const each of files) await storage.delete(each)
  publishVideoChange(hub, creatorId, videoId)
}

async function posterOf(
  { images, log, storage, ffmpegPath }: PublishParts,
  { videoId, creatorId, folder, thumbnailUrl }: Finished,
  assembled: AssembledRecording,
): Promise<Buffer | null> {
  const own = await makePoster({ images, requesterId: creatorId, ffmpegPath }, folder, assembled).catch(
    (error: unknown) => {
      log.info({ err: error, videoId }, 'a video has no picture of its own')
    },
  )
  return own ?? (thumbnailUrl ? copyOf(storage, thumbnailUrl) : null)
}

/** The stream may change its thumbnail, and deletes the old one then. */
async function copyOf(storage: Storage, thumbnailUrl: string): Promise<Buffer | null> {
  const found = await storage.open(thumbnailUrl.replace(/^\/files\//, ''))
  return found && buffer(found.stream)
}

/** There was nothing to watch: no video. */
export async function withdrawDraft(
  { db, hub }: Pick<PublishParts, 'db' | 'hub'>,
  recordingId: string,
  creatorId: string,
): Promise<void> {
  const recording = await findRecording(db, recordingId)
  await deleteRecording(db, recordingId)
  if (!recording?.videoId) return
  await deleteVideo(db, recording.videoId, creatorId)
  publishVideoChange(hub, creatorId, recording.videoId)
}

/** Its parts stay: the next start of the server tries again. */
export async function failDraft(
  { db, hub }: Pick<PublishParts, 'db' | 'hub'>,
  { recordingId, videoId, creatorId }: { recordingId: string; videoId: string; creatorId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await markFailed(tx, recordingId)
    await updateState(tx, videoId, 'failed')
  })
  publishVideoChange(hub, creatorId, videoId)
}
