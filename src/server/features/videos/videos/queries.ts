import {
  type SQL,
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  sql,
} from 'drizzle-orm'
import { hasRole } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import { isLikedBy } from '#server/features/accounts/reactions/queries.ts'
import { hideLiveStateIfBlocked } from '#server/features/accounts/live-users/hide-live-state.ts'
import { USER_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { listFiles } from './files/queries.ts'
import { type VideoFileRow, type VideoRow, videos } from './schema.ts'

const {
  search: _words,
  libraryTags: _tags,
  libraryDescription: _description,
  librarySearch: _text,
  ...columns
} = getTableColumns(videos)
/** All columns except those of searches and of the media library. */
export const VIDEO_COLUMNS = columns

export type VideoWithCreator = {
  video: VideoRow
  creator: UserRow
  files: VideoFileRow[]
  /** Whether the requester likes it. */
  isLiked: boolean
}
type VideoFilter = 'published' | 'draft' | 'scheduled' | 'private'

type Condition = { where: SQL | undefined; limit: number }

/** Returns the newest videos that match a condition, with the rows that `presentVideo` needs. */
async function selectVideos(
  db: Executor,
  requester: Caller | null,
  { where, limit }: Condition,
): Promise<VideoWithCreator[]> {
  const isLiked = requester ? isLikedBy(sql`${requester.id}`, 'video', videos.id) : sql<boolean>`false`
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

/**
 * Everyone sees published, public and ready videos of active creators. Creators see all their own videos, and admins see all
 * videos, except those that a moderator has removed.
 */
export function visibleTo(requester: Caller | null): SQL | undefined {
  const isKept = isNull(videos.hiddenAt)
  if (hasRole(requester, 'admin')) return isKept
  return requester ? and(isKept, or(isVisibleToAll, eq(videos.creatorId, requester.id))) : isVisibleToAll
}

/** A condition on `videos` joined with their creators `users`. */
export const isVisibleToAll = and(
  videos.isPublished,
  videos.isPublic,
  eq(videos.state, 'ready'),
  users.isActive,
)

/** Returns the videos with these ids that everyone can see, in the order of `ids`. */
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
  return findOpenedByLink(db, requester, and(eq(videos.id, id), visibleTo(requester)))
}

/** Returns the newest video that matches. It stays open across a block, but does not tell that its creator is live. */
async function findOpenedByLink(
  db: Executor,
  requester: Caller | null,
  where: SQL | undefined,
): Promise<VideoWithCreator | undefined> {
  const [row] = await selectVideos(db, requester, { where, limit: 1 })
  return row && { ...row, creator: await hideLiveStateIfBlocked(db, row.creator, requester) }
}

/** Returns the newest published recording of a stream that the requester may see. */
export async function findPublishedRecording(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<VideoWithCreator | undefined> {
  const isPublished = and(eq(videos.streamId, streamId), videos.isPublished, eq(videos.state, 'ready'))
  return findOpenedByLink(db, requester, and(isPublished, visibleTo(requester)))
}

const FILTERS: Record<VideoFilter, SQL | undefined> = {
  published: and(videos.isPublished, videos.isPublic),
  draft: sql`not ${videos.isPublished}`,
  // Published videos have no scheduled time.
  scheduled: isNotNull(videos.publishAt),
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
    isNull(videos.hiddenAt),
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
