import { type SQL, and, desc, eq, getTableColumns, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { hasRole } from '#shared/roles.ts'
import type { VideoFailure } from '#shared/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import { USER_COLUMNS } from '#server/features/users/queries.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type VideoFileRow, type VideoRow, videoFiles, videoLikes, videos } from './schema.ts'

const { search: _words, ...columns } = getTableColumns(videos)
/** All columns except the search words. */
export const VIDEO_COLUMNS = columns

export type VideoWithCreator = {
  video: VideoRow
  creator: UserRow
  files: VideoFileRow[]
  /** Whether the requester likes it. */
  isLiked: boolean
}
export type VideoFilter = 'published' | 'draft' | 'private'

type Condition = { where: SQL | undefined; limit: number }

/** Returns the newest videos that fulfil a condition, with what their presentation needs. */
async function selectVideos(
  db: Executor,
  requester: Caller | null,
  { where, limit }: Condition,
): Promise<VideoWithCreator[]> {
  const isLiked = requester
    ? sql<boolean>`exists (select from ${videoLikes}
        where ${videoLikes.videoId} = ${videos.id} and ${videoLikes.userId} = ${requester.id})`
    : sql<boolean>`false`
  const rows = await db
    .select({ video: VIDEO_COLUMNS, creator: USER_COLUMNS, isLiked })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.creatorId))
    .where(where)
    .orderBy(desc(videos.id))
    .limit(limit)
  return withFiles(db, rows)
}

async function withFiles(db: Executor, rows: Omit<VideoWithCreator, 'files'>[]): Promise<VideoWithCreator[]> {
  const files = await listFiles(
    db,
    rows.map(({ video }) => video.id),
  )
  return rows.map((row) => ({ ...row, files: files.filter(({ videoId }) => videoId === row.video.id) }))
}

export type VideoFileAccess = {
  creatorId: string
  filesVersion: string
  /** Whether everyone may see it while its creator is active. */
  isPublic: boolean
  files: VideoFileRow[]
}

/** Returns the files of a video, and what decides who may read them. */
export async function findFileAccess(db: Executor, id: string): Promise<VideoFileAccess | undefined> {
  const { creatorId, filesVersion } = videos
  const isPublic = sql<boolean>`${videos.isPublished} and ${videos.isPublic} and ${videos.state} = 'ready'`
  const [row] = await db.select({ creatorId, filesVersion, isPublic }).from(videos).where(eq(videos.id, id))
  return row && { ...row, files: await listFiles(db, [id]) }
}

async function listFiles(db: Executor, videoIds: readonly string[]): Promise<VideoFileRow[]> {
  if (videoIds.length === 0) return []
  return db
    .select()
    .from(videoFiles)
    .where(inArray(videoFiles.videoId, [...videoIds]))
}

/** Everyone sees published, public and ready videos of active creators. Creators see all of their own, admins all. */
export function visibleTo(requester: Caller | null): SQL | undefined {
  if (hasRole(requester, 'admin')) return undefined
  return requester ? or(isVisibleToAll, eq(videos.creatorId, requester.id)) : isVisibleToAll
}

/** Of `videos` with their creators `users`. */
export const isVisibleToAll = and(
  videos.isPublished,
  videos.isPublic,
  eq(videos.state, 'ready'),
  users.isActive,
)

/** Returns those of the videos that everyone can see, in the order of `ids`. */
export async function listVideosByIds(
  db: Executor,
  ids: readonly string[],
  requester: Caller | null,
): Promise<VideoWithCreator[]> {
  if (ids.length === 0) return []
  const where = and(inArray(videos.id, [...ids]), isVisibleToAll)
  const rows = await selectVideos(db, requester, { where, limit: ids.length })
  const rowById = new Map(rows.map((row) => [row.video.id, row]))
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

export async function findVideo(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<VideoWithCreator | undefined> {
  const where = and(eq(videos.id, id), visibleTo(requester))
  const [row] = await selectVideos(db, requester, { where, limit: 1 })
  return row
}

/** Returns the newest published recording of a stream that the requester may see. */
export async function findPublishedRecording(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<VideoWithCreator | undefined> {
  const isPublished = and(eq(videos.streamId, streamId), videos.isPublished, eq(videos.state, 'ready'))
  const [row] = await selectVideos(db, requester, { where: and(isPublished, visibleTo(requester)), limit: 1 })
  return row
}

const FILTERS: Record<VideoFilter, SQL | undefined> = {
  published: and(videos.isPublished, videos.isPublic),
  draft: sql`not ${videos.isPublished}`,
  private: and(videos.isPublished, sql`not ${videos.isPublic}`),
}

type CreatorList = { filter?: VideoFilter | undefined; streamId?: string | undefined }

/** Returns the requester's own videos, newest first. */
export function listByCreator(
  db: Executor,
  creator: Caller,
  { filter, streamId }: CreatorList,
  limit: number,
  beforeId?: string,
): Promise<VideoWithCreator[]> {
  const where = and(
    eq(videos.creatorId, creator.id),
    filter && FILTERS[filter],
    streamId === undefined ? undefined : eq(videos.streamId, streamId),
    beforeId ? lt(videos.id, beforeId) : undefined,
  )
  return selectVideos(db, creator, { where, limit })
}

/** The value of the column `search`. Each statement that changes one of these fields must write it too. */
export function videoSearchWords({
  title,
  description,
  category,
  tags,
}: Pick<VideoRow, 'title' | 'description' | 'category' | 'tags'>): SQL<string> {
  return toSearchVector(title, description, category, ...tags)
}

type NewDraft = Pick<
  VideoRow,
  | 'creatorId'
  | 'title'
  | 'description'
  | 'category'
  | 'isPublic'
  | 'isPublished'
  | 'streamId'
  | 'recordedFrom'
>

/** Inserts a video whose file is still being assembled. Returns its id. */
export async function insertDraft(db: Executor, draft: NewDraft): Promise<string> {
  const id = v7()
  await db.insert(videos).values({
    ...draft,
    id,
    mimeType: 'video/webm',
    state: 'processing',
    search: videoSearchWords({ ...draft, tags: [] }),
  })
  return id
}

type ReadyColumns = Pick<
  VideoRow,
  'mimeType' | 'duration' | 'width' | 'height' | 'fileSize' | 'progress' | 'recordedFrom'
>

/** Marks a video as ready to watch. Returns false if it does not exist. */
export async function markReady(db: Executor, id: string, ready: ReadyColumns): Promise<boolean> {
  const rows = await db
    .update(videos)
    .set({ ...ready, state: 'ready', failure: null })
    .where(eq(videos.id, id))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Marks a video that is not ready as failed. Returns false if there is none. */
export async function markFailed(db: Executor, id: string, failure: VideoFailure): Promise<boolean> {
  const rows = await db
    .update(videos)
    .set({ state: 'failed', failure, progress: null })
    .where(and(eq(videos.id, id), ne(videos.state, 'ready')))
    .returning({ id: videos.id })
  return rows.length > 0
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

export type DeletedVideos = { ids: string[]; files: Pick<VideoFileRow, 'key' | 'uploadId'>[] }

/** Deletes a creator's video, or its recordings of a stream. Returns the files, which are still stored. */
export async function deleteVideos(
  tx: Executor,
  creatorId: string,
  of: { id: string } | { streamId: string },
): Promise<DeletedVideos> {
  const subject = 'id' in of ? eq(videos.id, of.id) : eq(videos.streamId, of.streamId)
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
