import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import type { PostCounts } from '#server/features/community/posts/queries.ts'

type Like = { userId: string; postId: string }
type Outcome = PostCounts & { liked: boolean }

/**
 * Likes or unlikes a post and updates its count in one statement; null toggles. Returns undefined if nothing changed.
 * The caller must have locked the post (`lockPost`).
 */
export async function setLike(
  tx: Executor,
  { userId, postId }: Like,
  desired: boolean | null,
): Promise<Outcome | undefined> {
  const { rows } = await tx.execute<Outcome>(sql`
    with removed as (
      delete from likes where post_id = ${postId} and user_id = ${userId} and ${desired}::bool is not true
      returning post_id
    ),
    added as (
      insert into likes (id, user_id, post_id)
      select ${v7()}, ${userId}, ${postId}
      where ${desired}::bool is not false and not exists (select from removed)
      on conflict do nothing returning post_id
    )
    update posts set likes_count = likes_count + case when change.liked then 1 else -1 end
    from (select post_id, true as liked from added union all select post_id, false from removed) change
    where posts.id = change.post_id
    returning change.liked, likes_count as "likesCount", comments_count as "commentsCount",
      shares_count as "sharesCount"`)
  return rows[0]
}

/** Deletes all likes by a user, and lowers the counts. */
export async function deleteLikesOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with deleted as (delete from likes where user_id = ${userId} returning post_id, created_at)
    update posts set likes_count = likes_count - 1
    from deleted where posts.id = deleted.post_id`)
}
