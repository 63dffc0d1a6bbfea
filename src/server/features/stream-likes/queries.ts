import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/streams/schema.ts'

/**
 * Likes a stream or removes the like, and updates the count, in one statement; null toggles. Returns undefined if
 * nothing changed. Locks the stream first: the foreign key's weaker lock before the count's would deadlock with a
 * deletion that waits in between.
 */
export async function setLike(
  db: Executor,
  { streamId, userId }: { streamId: string; userId: string },
  desired: boolean | null,
): Promise<{ liked: boolean; likesCount: number } | undefined> {
  const { rows } = await db.execute<{ liked: boolean; likesCount: number }>(sql`
    with locked as (select id from streams where id = ${streamId} for no key update),
    removed as (
      delete from stream_likes using locked
      where stream_id = locked.id and user_id = ${userId} and ${desired}::bool is not true
      returning stream_id
    ),
    added as (
      insert into stream_likes (stream_id, user_id)
      select locked.id, ${userId}::uuid from locked
      where ${desired}::bool is not false and not exists (select from removed)
      on conflict do nothing returning stream_id
    )
    update streams set likes_count = likes_count + case when change.liked then 1 else -1 end
    from (select stream_id, true as liked from added union all select stream_id, false from removed) change
    where streams.id = change.stream_id
    returning change.liked, likes_count as "likesCount"`)
  return rows[0]
}

/** Returns undefined if the stream does not exist. */
export async function findLikesCount(db: Executor, streamId: string): Promise<number | undefined> {
  const [row] = await db
    .select({ likesCount: streams.likesCount })
    .from(streams)
    .where(eq(streams.id, streamId))
  return row?.likesCount
}
