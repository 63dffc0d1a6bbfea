import { type SQL, isNull, sql } from 'drizzle-orm'
import type { Db, Executor } from '#server/db/executor.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import { rewriteHashtags } from '#server/features/community/posts/queries.ts'
import { posts } from '#server/features/community/posts/schema.ts'
import { STREAM_COLUMNS, streamSearchWords } from '#server/features/live/streams/queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { USER_COLUMNS, userSearchVector } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { VIDEO_COLUMNS, videoSearchWords } from '#server/features/videos/videos/queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

const POST_COLUMNS = {
  id: posts.id,
  authorId: posts.authorId,
  content: posts.content,
  createdAt: posts.createdAt,
  hiddenAt: posts.hiddenAt,
}

/** Each writes the search vectors of up to `limit` rows that have none, and returns the number of rows. */
export const BACKFILLS: readonly ((db: Db, limit: number) => Promise<number>)[] = [
  async (db, limit) => {
    const rows = await db.select(USER_COLUMNS).from(users).where(isNull(users.search)).limit(limit)
    return writeSearchVectors(db, users, rows, userSearchVector)
  },
  async (db, limit) => {
    const rows = await db.select(STREAM_COLUMNS).from(streams).where(isNull(streams.search)).limit(limit)
    return writeSearchVectors(db, streams, rows, streamSearchWords)
  },
  (db, limit) =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select(POST_COLUMNS)
        .from(posts)
        .where(isNull(posts.search))
        .limit(limit)
        .for('update')
      await rewriteHashtags(tx, rows)
      return writeSearchVectors(tx, posts, rows, ({ content }) => toSearchVector(content))
    }),
  async (db, limit) => {
    const rows = await db.select(VIDEO_COLUMNS).from(videos).where(isNull(videos.search)).limit(limit)
    return writeSearchVectors(db, videos, rows, videoSearchWords)
  },
]

/** Skips rows whose vector was written in the meantime, because that vector is newer. */
async function writeSearchVectors<Row extends { id: string }>(
  db: Executor,
  table: typeof users | typeof streams | typeof posts | typeof videos,
  rows: readonly Row[],
  vectorOf: (row: Row) => SQL,
): Promise<number> {
  if (rows.length === 0) return 0
  const values = rows.map((row) => sql`(${row.id}::uuid, ${vectorOf(row)})`)
  await db.execute(sql`
    update ${table} set search = backfill.search from (values ${sql.join(values, sql`, `)}) as backfill(id, search)
    where ${table.id} = backfill.id and ${table.search} is null`)
  return rows.length
}
