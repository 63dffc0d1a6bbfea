import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { VideoFailure, VideoNotice } from '#shared/videos/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import type { NewVideoFile } from '../files/queries.ts'
import { type VideoFileRow, videoFiles, videos } from '../schema.ts'

/** The columns of a video that its processing needs. */
export type ProcessableVideo = NonNullable<Awaited<ReturnType<typeof findProcessable>>>

const PROCESSED_COLUMNS = {
  id: videos.id,
  creatorId: videos.creatorId,
  state: videos.state,
  progress: videos.progress,
  posterAt: videos.posterAt,
  duration: videos.duration,
  width: videos.width,
  height: videos.height,
  streamId: videos.streamId,
}

/** A deleted or failed video is not processed any further. */
const isProcessable = (id: string) => and(eq(videos.id, id), ne(videos.state, 'failed'))

export async function findProcessable(db: Executor, id: string) {
  const [row] = await db.select(PROCESSED_COLUMNS).from(videos).where(isProcessable(id))
  return row
}

/** Locks a video until the transaction ends; undefined when it was deleted or has failed. */
export async function lockProcessable(tx: Executor, id: string): Promise<ProcessableVideo | undefined> {
  const [row] = await tx.select(PROCESSED_COLUMNS).from(videos).where(isProcessable(id)).for('no key update')
  return row
}

/** Adds files to a video, except those whose name it has already. */
export async function insertMissingFiles(tx: Executor, files: readonly NewVideoFile[]): Promise<void> {
  if (files.length > 0)
    await tx
      .insert(videoFiles)
      .values([...files])
      .onConflictDoNothing()
}

/** Deletes the poster of a video. Returns its files, which are still stored. */
export function deletePoster(
  tx: Executor,
  videoId: string,
): Promise<Pick<VideoFileRow, 'key' | 'nodeId' | 'uploadId'>[]> {
  return tx
    .delete(videoFiles)
    .where(and(eq(videoFiles.videoId, videoId), eq(videoFiles.kind, 'poster')))
    .returning({ key: videoFiles.key, nodeId: videoFiles.nodeId, uploadId: videoFiles.uploadId })
}

const READY = { state: 'ready', failure: null } as const

type MediaInfo = {
  duration: number
  width: number | null
  height: number | null
  notice: VideoNotice | null
  /** FFmpeg's names, separated by commas. */
  codecs: string
  /** True if one of its files can be played. */
  isReady: boolean
}

/** Stores the probed properties of a file in the rows of a video and its original. */
export async function setMediaInfo(
  tx: Executor,
  original: VideoFileRow,
  mediaInfo: MediaInfo,
): Promise<void> {
  const { videoId, name, mimeType, size } = original
  const { codecs, duration, notice, isReady, ...pixels } = mediaInfo
  await tx
    .update(videoFiles)
    .set({ ...pixels, codecs })
    .where(and(eq(videoFiles.videoId, videoId), eq(videoFiles.name, name)))
  await tx
    .update(videos)
    .set({ ...pixels, duration, notice, mimeType, fileSize: size, ...(isReady && READY) })
    .where(eq(videos.id, videoId))
}

/** Jobs with this number run last. */
export const MAX_PRIORITY = 1000

/** How long a start of processing lowers the priority of the creator's next videos. */
const RECENT = sql`interval '10 minutes'`

/** Records that the processing of a video begins. */
export async function recordProcessingStart(tx: Executor, videoId: string): Promise<void> {
  await tx.execute(sql`
    with creator as (select creator_id as id from videos where id = ${videoId}),
    past as (delete from video_turns where creator_id in (select id from creator) and created_at < now() - ${RECENT})
    insert into video_turns (id, creator_id) select ${v7()}, id from creator`)
}

/** A subquery that counts a creator's videos whose processing began in the last minutes. */
export const recentStartsOf = (creator: SQL): SQL =>
  sql`(select count(*) from video_turns where creator_id = ${creator} and created_at > now() - ${RECENT})`

/**
 * Returns the queue priority of a video, 0 first: the number of the creator's other videos in processing, or of the last
 * minutes if that is higher. Without the latter, a creator whose videos fail or are deleted would come first each time.
 */
export async function processingPriorityOf(db: Executor, id: string): Promise<number> {
  const creator = sql`(select creator_id from videos where id = ${id})`
  const { rows } = await db.execute<{ rank: number }>(sql`
    select least(${MAX_PRIORITY}, greatest(
      (select count(*) from videos other where other.creator_id = ${creator} and other.id <> ${id}
        and other.progress is not null and other.state <> 'failed'),
      ${recentStartsOf(creator)} - 1
    ))::int as rank`)
  return rows[0]?.rank ?? 0
}

/** Marks a video as ready to watch. */
export async function markPlayable(tx: Executor, id: string): Promise<void> {
  await tx.update(videos).set(READY).where(eq(videos.id, id))
}

/**
 * Sets the percentage of the processing that is done; null: nothing is left to do. Returns false if it has not changed, or the
 * video was deleted or has failed.
 */
export async function setProgress(db: Executor, id: string, progress: number | null): Promise<boolean> {
  const rows = await db
    .update(videos)
    // The video itself has not changed.
    .set({ progress, updatedAt: sql`${videos.updatedAt}` })
    .where(and(isProcessable(id), sql`${videos.progress} is distinct from ${progress}::int`))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Marks a video as failed, unless it is playable already. Returns false if nothing has changed. */
export async function markUnplayable(tx: Executor, id: string, failure: VideoFailure): Promise<boolean> {
  const rows = await tx
    .update(videos)
    .set({ state: 'failed', failure, progress: null })
    .where(and(eq(videos.id, id), eq(videos.state, 'processing')))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Returns the thumbnail of a recorded stream, for a recording without a poster of its own. */
export async function findStreamThumbnail(db: Executor, streamId: string): Promise<string | null> {
  const [row] = await db
    .select({ thumbnailUrl: streams.thumbnailUrl })
    .from(streams)
    .where(eq(streams.id, streamId))
  return row?.thumbnailUrl ?? null
}
