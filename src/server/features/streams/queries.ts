import { type SQL, and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { wordsOf } from '#server/db/search-words.ts'
import { USER_COLUMNS } from '#server/features/users/queries.ts'
import { type UserRow, users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { hasNotBegun, isListedFor } from '#server/features/stream-schedule/announced-queries.ts'
import { type StreamRow, streamLikes, streamReminders, streams } from './schema.ts'

const { search: _words, ...columns } = getTableColumns(streams)
/** Every column but the words to be found by. */
export const STREAM_COLUMNS = columns

/** A stream, whose it is, and what the viewer has to do with it. */
export type StreamWithStreamer = {
  stream: StreamRow
  streamer: UserRow
  isLiked: boolean
  hasReminder: boolean
}

/** A private stream is there for members who have its link; a deactivated streamer's is not there at all. */
function visibleTo(viewer: Caller | null): SQL | undefined {
  return and(users.isActive, viewer ? undefined : streams.isPublic)
}

export function selectStreams(db: Executor, viewer: Caller | null) {
  return db
    .select({
      stream: STREAM_COLUMNS,
      streamer: USER_COLUMNS,
      isLiked: isMarked(streamLikes, viewer),
      hasReminder: isMarked(streamReminders, viewer),
    })
    .from(streams)
    .innerJoin(users, eq(users.id, streams.streamerId))
    .$dynamic()
}

/** Looked up row by row: as a join or as `exists` PostgreSQL may read all that the viewer ever marked. */
function isMarked(marks: typeof streamLikes | typeof streamReminders, viewer: Caller | null): SQL<boolean> {
  if (!viewer) return sql<boolean>`false`
  return sql<boolean>`(
    select true from ${marks} where ${marks.streamId} = ${streams.id} and ${marks.userId} = ${viewer.id}
  ) is true`
}

export async function findStream(
  db: Executor,
  id: string,
  viewer: Caller | null,
): Promise<StreamWithStreamer | undefined> {
  const [row] = await selectStreams(db, viewer).where(and(eq(streams.id, id), visibleTo(viewer)))
  return row
}

/** Place in a list by when streams started. */
export type StartedAfter = { startedAt: Date; id: string }
type Category = StreamRow['category']

/** Public live streams (of these categories), the one that started last first. */
export function listLive(
  db: Executor,
  viewer: Caller | null,
  categories: readonly Category[] | undefined,
  limit: number,
  after?: StartedAfter,
): Promise<StreamWithStreamer[]> {
  const among = categories && inArray(streams.category, [...categories])
  return selectStreams(db, viewer)
    .where(and(streams.isLive, streams.isPublic, users.isActive, among, startedBefore(after)))
    .orderBy(desc(streams.startedAt), desc(streams.id))
    .limit(limit)
}

/**
 * Public streams of these categories that are over, the one that started last first. Each category gives its last
 * ones from the index, so that the cost does not grow with the number of streams.
 */
export function listRecent(
  db: Executor,
  viewer: Caller | null,
  categories: readonly Category[],
  limit: number,
  after?: StartedAfter,
): Promise<StreamWithStreamer[]> {
  const latest = sql`
    select latest.id from unnest(${sql.param([...categories])}::text[]) as wanted(category)
    cross join lateral (
      select ${streams.id} as id from ${streams} join ${users} on ${users.id} = ${streams.streamerId}
      where ${and(
        sql`${streams.category} = wanted.category`,
        streams.isPublic,
        sql`${streams.startedAt} is not null`,
        sql`not ${streams.isLive}`,
        // A rehearsal is not what was announced.
        sql`(${hasNotBegun}) is not true`,
        users.isActive,
        startedBefore(after),
      )}
      order by ${desc(streams.startedAt)}, ${desc(streams.id)} limit ${limit}
    ) latest`
  return selectStreams(db, viewer)
    .innerJoin(sql`(${latest}) recent`, eq(streams.id, sql`recent.id`))
    .orderBy(desc(streams.startedAt), desc(streams.id))
    .limit(limit)
}

function startedBefore(after: StartedAfter | undefined): SQL | undefined {
  return (
    after &&
    sql`(${streams.startedAt}, ${streams.id}) < (${after.startedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  )
}

/** Those of the streams that are public and listed for the viewer, in no order. */
export function listPublicByIds(
  db: Executor,
  ids: readonly string[],
  viewer: Caller | null,
): Promise<StreamWithStreamer[]> {
  return selectStreams(db, viewer).where(
    and(inArray(streams.id, [...ids]), streams.isPublic, isListedFor(viewer), users.isActive),
  )
}

/** A member's streams, newest first; private ones, and those neither started nor announced, for the member alone. */
export function listOfStreamer(
  db: Executor,
  streamerId: string,
  viewer: Caller | null,
  limit: number,
  afterId?: string,
): Promise<StreamWithStreamer[]> {
  return selectStreams(db, viewer)
    .where(
      and(
        eq(streams.streamerId, streamerId),
        users.isActive,
        viewer?.id === streamerId ? undefined : and(streams.isPublic, isListedFor(viewer)),
        afterId ? lt(streams.id, afterId) : undefined,
      ),
    )
    .orderBy(desc(streams.id))
    .limit(limit)
}

/** What a stream is found by, for the column `search`; whoever changes one of these writes it in the same statement. */
export function streamWords({
  title,
  description,
  category,
}: Pick<typeof streams.$inferInsert, 'title' | 'description' | 'category'>): SQL<string> {
  return wordsOf(title, description, category)
}

export async function insertStream(db: Executor, values: typeof streams.$inferInsert): Promise<string> {
  const [row] = await db
    .insert(streams)
    .values({ ...values, search: streamWords(values) })
    .returning({ id: streams.id })
  if (!row) throw new Error('a stream was not stored')
  return row.id
}

/** What a page compares with the record that it has. */
export async function findRequesterState(
  db: Executor,
  id: string,
): Promise<Pick<StreamRow, 'updatedAt' | 'likesCount'> | undefined> {
  const [row] = await db
    .select({ updatedAt: streams.updatedAt, likesCount: streams.likesCount })
    .from(streams)
    .where(eq(streams.id, id))
  return row
}
