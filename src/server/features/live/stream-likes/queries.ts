import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { Likeable } from '#server/features/accounts/reactions/queries.ts'
import { streams } from '#server/features/live/streams/schema.ts'

export const LIKEABLE_STREAMS: Likeable = { kind: 'stream', table: streams }

/** `likesAtStart` counts the likes that are older than the current or last broadcast. */
export type LikeCounts = { likesCount: number; likesAtStart: number }

/** Returns undefined if the stream does not exist. */
export async function findLikeCounts(db: Executor, streamId: string): Promise<LikeCounts | undefined> {
  const { likesCount, likesAtStart } = streams
  const [row] = await db.select({ likesCount, likesAtStart }).from(streams).where(eq(streams.id, streamId))
  return row
}

/** Decrements `likesAtStart` if the removed like is older than the broadcast. Returns the new number in that case. */
export async function decrementLikesAtStart(
  tx: Executor,
  streamId: string,
  likedAt: string,
): Promise<{ likesAtStart: number } | undefined> {
  const { rows } = await tx.execute<{ likesAtStart: number }>(sql`
    update streams set likes_at_start = likes_at_start - 1 where id = ${streamId} and started_at > ${likedAt}
    returning likes_at_start as "likesAtStart"`)
  return rows[0]
}

/** As `decrementLikesAtStart`, for all likes by a user. Called before the likes are deleted. */
export async function decrementLikesAtStartForUser(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    update streams set likes_at_start = likes_at_start - 1 from likes
    where likes.user_id = ${userId} and likes.subject_kind = 'stream' and likes.subject_id = streams.id
      and streams.started_at > likes.created_at`)
}
