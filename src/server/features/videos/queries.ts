import { type SQL, and, desc, eq, getTableColumns, lt, ne, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { hasRole } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import { USER_COLUMNS } from '#server/features/users/queries.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type VideoRow, videos } from './schema.ts'
import { fileUrl, posterUrl } from './video-files.ts'

const { search: _words, ...VIDEO_COLUMNS } = getTableColumns(videos)

export type VideoWithCreator = { video: VideoRow; creator: UserRow }
export type VideoFilter = 'published' | 'draft' | 'private'

function selectVideos(db: Executor) {
  return db
    .select({ video: VIDEO_COLUMNS, creator: USER_COLUMNS })
    .from(videos)
    .innerJoin(users, eq(users.id, videos.creatorId))
    .$dynamic()
}

/** Everyone sees published, public and ready videos of active creators. Creators see all of their own, admins all. */
function visibleTo(requester: Caller | null): SQL | undefined {
  if (hasRole(requester, 'admin')) return undefined
  const forAll = and(videos.isPublished, videos.isPublic, eq(videos.state, 'ready'), users.isActive)
  return requester ? or(forAll, eq(videos.creatorId, requester.id)) : forAll
}

export async function findVideo(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<VideoWithCreator | undefined> {
  const [row] = await selectVideos(db).where(and(eq(videos.id, id), visibleTo(requester)))
  return row
}

const FILTERS: Record<VideoFilter, SQL | undefined> = {
  published: and(videos.isPublished, videos.isPublic),
  draft: sql`not ${videos.isPublished}`,
  private: and(videos.isPublished, sql`not ${videos.isPublic}`),
}

/** Returns a creator's videos, newest first. */
export function listByCreator(
  db: Executor,
  creatorId: string,
  { filter, streamId }: { filter?: VideoFilter | undefined; streamId?: string | undefined },
  limit: number,
  beforeId?: string,
): Promise<VideoWithCreator[]> {
  return selectVideos(db)
    .where(
      and(
        eq(videos.creatorId, creatorId),
        filter && FILTERS[filter],
        streamId === undefined ? undefined : eq(videos.streamId, streamId),
        beforeId ? lt(videos.id, beforeId) : undefined,
      ),
    )
    .orderBy(desc(videos.id))
    .limit(limit)
}

/** The value of the column `search`. Each statement that changes one of these fields must write it too. */
function videoSearchWords({
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
  | 'thumbnailUrl'
  | 'category'
  | 'isPublic'
  | 'streamId'
  | 'recordedFrom'
>

/** Inserts an unpublished video whose file is still being assembled. Returns its id. */
export async function insertDraft(db: Executor, draft: NewDraft): Promise<string> {
  const id = v7()
  await db.insert(videos).values({
    ...draft,
    id,
    videoUrl: fileUrl(id),
    mimeType: 'video/webm',
    state: 'processing',
    search: videoSearchWords({ ...draft, tags: [] }),
  })
  return id
}

type ReadyColumns = Pick<
  VideoRow,
  'mimeType' | 'duration' | 'width' | 'height' | 'fileSize' | 'files' | 'recordedFrom'
> & { hasPoster: boolean }

/** Marks a video as ready to watch. Returns false if it does not exist. */
export async function markReady(db: Executor, id: string, ready: ReadyColumns): Promise<boolean> {
  const { hasPoster, ...columns } = ready
  const rows = await db
    .update(videos)
    .set({ ...columns, state: 'ready', ...(hasPoster && { thumbnailUrl: posterUrl(id) }) })
    .where(eq(videos.id, id))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Marks a video that is not ready as failed. Returns false if there is none. */
export async function markFailed(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .update(videos)
    .set({ state: 'failed' })
    .where(and(eq(videos.id, id), ne(videos.state, 'ready')))
    .returning({ id: videos.id })
  return rows.length > 0
}

/** Deletes a creator's video. Returns its file keys, for deletion after commit; undefined if there is no such video. */
export async function deleteVideo(
  db: Executor,
  id: string,
  creatorId: string,
): Promise<string[] | undefined> {
  const [row] = await db
    .delete(videos)
    .where(and(eq(videos.id, id), eq(videos.creatorId, creatorId)))
    .returning({ files: videos.files })
  return row?.files
}

/** Deletes the videos that were recorded of a stream. Returns their file keys, for deletion after commit. */
export function deleteVideosOfStream(
  db: Executor,
  streamId: string,
  creatorId: string,
): Promise<Pick<VideoRow, 'id' | 'files'>[]> {
  return db
    .delete(videos)
    .where(and(eq(videos.streamId, streamId), eq(videos.creatorId, creatorId)))
    .returning({ id: videos.id, files: videos.files })
}
