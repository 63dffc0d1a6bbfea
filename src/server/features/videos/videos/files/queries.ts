import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type VideoFileRow, videoFiles, videos } from '../schema.ts'

export type VideoFileAccess = {
  creatorId: string
  filesVersion: string
  /** Whether everyone may see it while its creator is active. */
  isPublic: boolean
  /** Whether a moderator has removed it: then only moderators may read it. */
  isRemoved: boolean
  files: VideoFileRow[]
}

/** Returns the files of a video, and the columns that decide who may read them. */
export async function findFileAccess(db: Executor, id: string): Promise<VideoFileAccess | undefined> {
  const { creatorId, filesVersion } = videos
  const isPublic = sql<boolean>`${videos.isPublished} and ${videos.isPublic} and ${videos.state} = 'ready'`
  const isRemoved = sql<boolean>`${videos.hiddenAt} is not null`
  const [row] = await db
    .select({ creatorId, filesVersion, isPublic, isRemoved })
    .from(videos)
    .where(eq(videos.id, id))
  return row && { ...row, files: await listFiles(db, [id]) }
}

/** Returns the files of videos, in no order. */
export async function listFiles(db: Executor, videoIds: readonly string[]): Promise<VideoFileRow[]> {
  if (videoIds.length === 0) return []
  return db
    .select()
    .from(videoFiles)
    .where(inArray(videoFiles.videoId, [...videoIds]))
}

/** Sums the bytes of a creator's recordings and of all files made from the creator's videos, without the uploads. */
export async function sumVideoBytes(db: Executor, creatorId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${videoFiles.size}), 0)` })
    .from(videoFiles)
    .innerJoin(videos, eq(videos.id, videoFiles.videoId))
    .where(and(eq(videos.creatorId, creatorId), isNull(videoFiles.uploadId)))
  return Number(row?.bytes ?? 0)
}

export type NewVideoFile = typeof videoFiles.$inferInsert

/** Adds files to a video; those of the same name are replaced. */
export async function insertFiles(db: Executor, files: readonly NewVideoFile[]): Promise<void> {
  for (const file of files)
    await db
      .insert(videoFiles)
      .values(file)
      .onConflictDoUpdate({ target: [videoFiles.videoId, videoFiles.name], set: file })
}

export async function deleteFileRows(
  tx: Executor,
  videoId: string,
  files: readonly Pick<VideoFileRow, 'name'>[],
): Promise<void> {
  const names = files.map(({ name }) => name)
  if (names.length > 0)
    await tx.delete(videoFiles).where(and(eq(videoFiles.videoId, videoId), inArray(videoFiles.name, names)))
}
