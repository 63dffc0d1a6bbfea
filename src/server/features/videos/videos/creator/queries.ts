import { and, eq, inArray } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { VideoDetails } from '#shared/videos/creator-videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { listFiles } from '../files/queries.ts'
import { videoSearchWords } from '../queries.ts'
import { type VideoFileRow, type VideoRow, newFilesVersion, videos } from '../schema.ts'

/** The details that a creator enters, and the properties of the upload. */
type NewVideo = Pick<
  VideoRow,
  | 'creatorId'
  | 'title'
  | 'description'
  | 'category'
  | 'tags'
  | 'isPublished'
  | 'isPublic'
  | 'publishAt'
  | 'posterAt'
  | 'uploadUrl'
  | 'fileSize'
  | 'mimeType'
  | 'clientId'
>

/** Inserts a video that is to be processed. Returns its id; undefined if the creator has one with this `clientId`. */
export async function insertVideo(tx: Executor, video: NewVideo): Promise<string | undefined> {
  const [row] = await tx
    .insert(videos)
    .values({ ...video, id: v7(), state: 'processing', progress: 0, search: videoSearchWords(video) })
    .onConflictDoNothing({ target: [videos.creatorId, videos.clientId] })
    .returning({ id: videos.id })
  return row?.id
}

/** The id of the video that the creator has made with this `clientId`. */
export async function findIdByClientId(
  db: Executor,
  creatorId: string,
  clientId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.creatorId, creatorId), eq(videos.clientId, clientId)))
  return row?.id
}

export type LockedVideo = { video: VideoRow; files: VideoFileRow[] }

/** Locks a creator's video until the end of the transaction. Returns undefined if it does not exist. */
export async function lockVideo(
  tx: Executor,
  id: string,
  creatorId: string,
): Promise<LockedVideo | undefined> {
  const [video] = await tx
    .select()
    .from(videos)
    .where(and(eq(videos.id, id), eq(videos.creatorId, creatorId)))
    .for('update')
  if (!video) return undefined
  return { video, files: await listFiles(tx, [id]) }
}

export type VideoChanges = Partial<
  Omit<VideoDetails, 'thumbnailUrl' | 'thumbnailAt' | 'publishAt'> &
    Pick<VideoRow, 'publishAt' | 'posterAt' | 'state' | 'progress' | 'failure'>
>

/** Changes a locked video, with its search words. When it stops being public, its `filesVersion` and thus all URLs change. */
export async function updateLocked(tx: Executor, video: VideoRow, changes: VideoChanges): Promise<void> {
  const changed = { ...video, ...changes }
  const isHidden = isOpenToAll(video) && !isOpenToAll(changed)
  await tx
    .update(videos)
    .set({
      ...changes,
      ...(isHidden && { filesVersion: newFilesVersion() }),
      search: videoSearchWords(changed),
    })
    .where(eq(videos.id, video.id))
}

const isOpenToAll = ({ isPublished, isPublic }: VideoRow) => isPublished && isPublic

/** Locks a creator's recordings of a stream, in the order of their ids. Returns the ids. */
export async function lockVideosOfStream(
  tx: Executor,
  streamId: string,
  creatorId: string,
): Promise<string[]> {
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(eq(videos.streamId, streamId), eq(videos.creatorId, creatorId)))
    .orderBy(videos.id)
    .for('update')
  return rows.map(({ id }) => id)
}

export type DeletedVideos = { ids: string[]; files: Pick<VideoFileRow, 'key' | 'nodeId' | 'uploadId'>[] }

/** Deletes a creator's video, or its recordings of a stream. Returns the files, which are still stored. */
export async function deleteVideos(
  tx: Executor,
  creatorId: string,
  target: { id: string } | { streamId: string },
): Promise<DeletedVideos> {
  const subject = 'id' in target ? eq(videos.id, target.id) : eq(videos.streamId, target.streamId)
  const rows = await tx
    .select({ id: videos.id })
    .from(videos)
    .where(and(subject, eq(videos.creatorId, creatorId)))
    .orderBy(videos.id)
    .for('update')
  const ids = rows.map(({ id }) => id)
  const files = await listFiles(tx, ids)
  if (ids.length > 0) await tx.delete(videos).where(inArray(videos.id, ids))
  return { ids, files }
}

export async function listIdsOf(db: Executor, creatorId: string): Promise<string[]> {
  const rows = await db
    .select({ id: videos.id })
    .from(videos)
    .where(eq(videos.creatorId, creatorId))
    .orderBy(videos.id)
  return rows.map(({ id }) => id)
}
