import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'

/**
 * Likes or unlikes a video and updates its count in one statement; null toggles. Returns undefined if nothing changed.
 * The caller must have locked the video (`lockVisibleVideo`).
 */
export async function setLike(
  tx: Executor,
  { userId, videoId }: { userId: string; videoId: string },
  desired: boolean | null,
): Promise<{ liked: boolean; likesCount: number } | undefined> {
  const { rows } = await tx.execute<{ liked: boolean; likesCount: number }>(sql`
    with removed as (
      delete from video_likes where video_id = ${videoId} and user_id = ${userId} and ${desired}::bool is not true
      returning video_id
    ),
    added as (
      insert into video_likes (id, user_id, video_id)
      select ${v7()}, ${userId}, ${videoId}
      where ${desired}::bool is not false and not exists (select from removed)
      on conflict do nothing returning video_id
    )
    update videos set likes_count = likes_count + case when change.liked then 1 else -1 end
    from (select video_id, true as liked from added union all select video_id, false from removed) change
    where videos.id = change.video_id
    returning change.liked, likes_count as "likesCount"`)
  return rows[0]
}

/** Deletes all likes by a user, and lowers the counts. */
export async function deleteLikesOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with deleted as (delete from video_likes where user_id = ${userId} returning video_id, created_at)
    update videos set likes_count = likes_count - 1
    from deleted where videos.id = deleted.video_id`)
}
