import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { streams } from '#server/features/live/streams/schema.ts'
import { streamLikes } from './schema.ts'

/**
 * Likes a stream or removes the like, and updates the count, in one statement; null toggles. Returns undefined if
 * nothing changed. Locks the stream first: the foreign key's weaker lock before the count's would deadlock with a
 * deletion that waits in between.
 */
export async function setLike(
  db: Executor,
  { streamId, userId }: { streamId: string; userId: string },
  desired: boolean | null,
): Promise<({ liked: boolean } & LikeCounts) | undefined> {
  const { rows } = await db.execute<{ liked: boolean } & LikeCounts>(sql`
    with locked as (select id from streams where id = ${streamId} for no key update),
    removed as (
      delete from stream_likes using locked
      where stream_id = locked.id and user_id = ${userId} and ${desired}::bool is not true
      returning stream_id, created_at
    ),
    added as (
      insert into stream_likes (stream_id, user_id)
      select locked.id, ${userId}::uuid from locked
      where ${desired}::bool is not false and not exists (select from removed)
      on conflict do nothing returning stream_id
    )
    update streams set likes_count = likes_count + case when change.liked then 1 else -1 end,
      likes_at_start = likes_at_start - case when change.removed_from < started_at then 1 else 0 end
    from (
      select stream_id, true as liked, null::timestamptz as removed_from from added
      union all select stream_id, false, created_at from removed
    ) change
    where streams.id = change.stream_id
    returning change.liked, likes_count as "likesCount", likes_at_start as "likesAtStart"`)
  return rows[0]
}

/** `likesAtStart`: those that are older than the current or last broadcast. */
export type LikeCounts = { likesCount: number; likesAtStart: number }

/** Returns undefined if the stream does not exist. */
export async function findLikeCounts(db: Executor, streamId: string): Promise<LikeCounts | undefined> {
  const { likesCount, likesAtStart } = streams
  const [row] = await db.select({ likesCount, likesAtStart }).from(streams).where(eq(streams.id, streamId))
  return row
}

/** Returns those of the streams that the user likes. */
export async function listLikedIds(
  db: Executor,
  userId: string,
  streamIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: streamLikes.streamId })
    .from(streamLikes)
    .where(and(inArray(streamLikes.streamId, [...streamIds]), eq(streamLikes.userId, userId)))
  return rows.map(({ id }) => id)
}

/** Deletes all likes by a user, and lowers the counts. */
export async function deleteLikesOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with deleted as (delete from stream_likes where user_id = ${userId} returning stream_id, created_at)
    update streams set likes_count = likes_count - 1, likes_at_start = likes_at_start - case when deleted.created_at < started_at then 1 else 0 end
    from deleted where streams.id = deleted.stream_id`)
}
