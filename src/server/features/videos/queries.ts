import { type SQL, and, desc, eq, getTableColumns, lt, or, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { hasRole } from '#shared/roles.ts'
import type { VideoState } from '#shared/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { wordsOf } from '#server/db/search-words.ts'
import { USER_COLUMNS } from '#server/features/users/queries.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type VideoRow, videos } from './schema.ts'
import { fileAddress, posterAddress } from './video-files.ts'

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

/** Published, public and ready for everyone, as long as its creator is there; otherwise for its creator and admins. */
function visibleTo(viewer: Caller | null): SQL | undefined {
  if (hasRole(viewer, 'admin')) return undefined
  const forAll = and(videos.isPublished, videos.isPublic, eq(videos.state, 'ready'), users.isActive)
  return viewer ? or(forAll, eq(videos.creatorId, viewer.id)) : forAll
}

export async function findVideo(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<VideoWithCreator | undefined> {
  const [row] = await selectVideos(db).where(and(eq(videos.id, id), visibleTo(viewer)))
  return row
}

const FILTERS: Record<VideoFilter, SQL | undefined> = {
  published: and(videos.isPublished, videos.isPublic),
  draft: sql`not ${videos.isPublished}`,
  private: and(videos.isPublished, sql`not ${videos.isPublic}`),
}

/** A creator's own videos, the newest first. */
export function listOfCreator(
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

/** What a video is found by, for the column `search`; whoever changes one of these writes it in the same statement. */
function videoWords({
  title,
  description,
  category,
  tags,
}: Pick<VideoRow, 'title' | 'description' | 'category' | 'tags'>): SQL<string> {
  return wordsOf(title, description, category, ...tags)
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

/** A video whose file is still being made. */
export async function insertDraft(db: Executor, draft: NewDraft): Promise<string> {
  const id = v7()
  await db.insert(videos).values({
    ...draft,
    id,
    videoUrl: fileAddress(id),
    mimeType: 'video/webm',
    state: 'processing',
    search: videoWords({ ...draft, tags: [] }),
  })
  return id
}

type ReadyFacts = Pick<
  VideoRow,
  'mimeType' | 'duration' | 'width' | 'height' | 'fileSize' | 'files' | 'recordedFrom'
> & { hasPoster: boolean }

/** Its file can be watched; false when the video is gone. */
export async function updateReady(db: Executor, id: string, facts: ReadyFacts): Promise<boolean> {
  const { hasPoster, ...columns } = facts
  const rows = await db
    .update(videos)
    .set({ ...columns, state: 'ready', ...(hasPoster && { thumbnailUrl: posterAddress(id) }) })
    .where(eq(videos.id, id))
    .returning({ id: videos.id })
  return rows.length > 0
}

export async function updateState(db: Executor, id: string, state: VideoState): Promise<void> {
  await db.update(videos).set({ state }).where(eq(videos.id, id))
}

/** Answers the keys of its files, which the caller deletes after the commit; undefined when it is not the creator's. */
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

/** Deletes the videos that were recorded of a stream. Returns each with the keys of its files, for after the commit. */
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
