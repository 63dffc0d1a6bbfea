import { type SQL, and, desc, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import { hasRole } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import {
  isBlockBetween,
  notBlocked,
  notHidden,
} from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { USER_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { isUpcoming, isListedFor } from '#server/features/live/streams/announced-queries.ts'
import { type BroadcastRecording, type StreamRow, broadcasts, streams } from './schema.ts'

const { search: _words, ...columns } = getTableColumns(streams)
/** All columns except the search words. */
export const STREAM_COLUMNS = columns

/** A stream, its streamer, and the recording of its broadcast. */
export type StreamWithStreamer = {
  stream: StreamRow
  streamer: UserRow
  recording: BroadcastRecording | null
  /** A block is between the requester and the streamer. */
  hasBlock: boolean
}

/**
 * Any signed-in user may open a private stream by its link, except across a block; moderators always may. A deactivated
 * streamer's streams are hidden, as are streams that a moderator has removed.
 */
export function visibleTo(requester: Caller | null): SQL | undefined {
  const isOpen = hasRole(requester, 'moderator')
    ? undefined
    : or(streams.isPublic, requester ? notBlocked(requester, streams.streamerId) : undefined)
  return and(users.isActive, isNull(streams.hiddenAt), isOpen)
}

/** The recording of the running broadcast; null without one. A scalar subquery per row. */
const RECORDING = sql<BroadcastRecording | null>`(
  select ${broadcasts.recording} from ${broadcasts} where ${broadcasts.streamId} = ${streams.id}
)`

export function selectStreams(db: Executor, requester: Caller | null) {
  return db
    .select({
      stream: STREAM_COLUMNS,
      streamer: USER_COLUMNS,
      recording: RECORDING,
      hasBlock: requester
        ? sql<boolean>`(${isBlockBetween(sql`${requester.id}`, sql`${streams.streamerId}`)})`
        : sql<boolean>`false`,
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .$dynamic()
}

export async function findStream(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<StreamWithStreamer | undefined> {
  const [row] = await selectStreams(db, requester).where(and(eq(streams.id, id), visibleTo(requester)))
  return row
}

/** Cursor of a list that is ordered by the start time. */
export type StartCursor = { startedAt: Date; id: string }
type Category = StreamRow['category']

/** Returns public live streams (of these categories), last started first. */
export function listLive(
  db: Executor,
  requester: Caller | null,
  categories: readonly Category[] | undefined,
  limit: number,
  after?: StartCursor,
): Promise<StreamWithStreamer[]> {
  const inCategories = categories && inArray(streams.category, [...categories])
  return selectStreams(db, requester)
    .where(
      and(
        streams.isLive,
        streams.isPublic,
        users.isActive,
        inCategories,
        notHidden(requester, streams.streamerId),
        startedBefore(after),
      ),
    )
    .orderBy(desc(streams.startedAt), desc(streams.id))
    .limit(limit)
}

/**
 * Returns public ended streams of these categories, last started first. The lateral join reads the latest streams of
 * each category from the index, so that the cost does not grow with the number of streams.
 */
export function listRecent(
  db: Executor,
  requester: Caller | null,
  categories: readonly Category[],
  limit: number,
  after?: StartCursor,
): Promise<StreamWithStreamer[]> {
  const latest = sql`
    select latest.id from unnest(${sql.param([...categories])}::text[]) as requested(category)
    cross join lateral (
      select ${streams.id} as id from ${streams} join ${users} on ${users.id} = ${streams.streamerId}
      where ${and(
        sql`${streams.category} = requested.category`,
        streams.isPublic,
        sql`${streams.startedAt} is not null`,
        sql`not ${streams.isLive}`,
        // After a rehearsal the stream is still upcoming.
        sql`(${isUpcoming}) is not true`,
        users.isActive,
        notHidden(requester, streams.streamerId),
        startedBefore(after),
      )}
      order by ${desc(streams.startedAt)}, ${desc(streams.id)} limit ${limit}
    ) latest`
  return selectStreams(db, requester)
    .innerJoin(sql`(${latest}) recent`, eq(streams.id, sql`recent.id`))
    .orderBy(desc(streams.startedAt), desc(streams.id))
    .limit(limit)
}

function startedBefore(after: StartCursor | undefined): SQL | undefined {
  return (
    after &&
    sql`(${streams.startedAt}, ${streams.id}) < (${after.startedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  )
}

/** Returns the streams among these ids that are public and listed for the requester, unordered. */
export function listPublicByIds(
  db: Executor,
  ids: readonly string[],
  requester: Caller | null,
): Promise<StreamWithStreamer[]> {
  return selectStreams(db, requester).where(
    and(inArray(streams.id, [...ids]), streams.isPublic, isListedFor(requester), users.isActive),
  )
}

/** The value of the column `search`. Each statement that changes one of these fields must write it too. */
export function streamSearchWords({
  title,
  description,
  category,
}: Pick<typeof streams.$inferInsert, 'title' | 'description' | 'category'>): SQL<string> {
  return toSearchVector(title, description, category)
}

export async function insertStream(db: Executor, values: typeof streams.$inferInsert): Promise<string> {
  const [row] = await db
    .insert(streams)
    .values({ ...values, search: streamSearchWords(values) })
    .returning({ id: streams.id })
  if (!row) throw new Error('a stream was not stored')
  return row.id
}

/** Returns the fields by which a page detects that its copy of the stream is outdated, and the recording. */
export async function findStreamVersion(
  db: Executor,
  id: string,
): Promise<
  | (Pick<StreamRow, 'updatedAt' | 'likesCount' | 'tipsCents' | 'sandboxTipsCents' | 'isLive'> &
      Pick<StreamWithStreamer, 'recording'>)
  | undefined
> {
  const [row] = await db
    .select({
      updatedAt: streams.updatedAt,
      likesCount: streams.likesCount,
      tipsCents: streams.tipsCents,
      sandboxTipsCents: streams.sandboxTipsCents,
      isLive: streams.isLive,
      recording: RECORDING,
    })
    .from(streams)
    .where(eq(streams.id, id))
  return row
}

/** Bytes of the thumbnails of a member's streams. */
export async function sumThumbnailBytes(db: Executor, streamerId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${streams.thumbnailSize}), 0)` })
    .from(streams)
    .where(eq(streams.streamerId, streamerId))
  return Number(row?.bytes ?? 0)
}
