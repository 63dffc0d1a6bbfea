import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import type { PostCounts } from '#server/features/posts/queries.ts'

type Like = { userId: string; postId: string }
type Outcome = PostCounts & { liked: boolean }

/**
 * Likes a post or takes the like back, and counts it, in one statement; without a wish it turns what is so. Undefined
 * when nothing changed. The post is held (`lockPost`).
 */
export async function setLike(
  tx: Executor,
  { userId, postId }: Like,
  wish: boolean | null,
): Promise<Outcome | undefined> {
  const { rows } = await tx.execute<Outcome>(sql`
    with removed as (
      delete from likes where post_id = ${postId} and user_id = ${userId} and ${wish}::bool is not true
      returning post_id
    ),
    added as (
      insert into likes (id, user_id, post_id)
      select ${v7()}, ${userId}, ${postId}
      where ${wish}::bool is not false and not exists (select from removed)
      on conflict do nothing returning post_id
    )
    update posts set likes_count = likes_count + case when change.liked then 1 else -1 end
    from (select post_id, true as liked from added union all select post_id, false from removed) change
    where posts.id = change.post_id
    returning change.liked, likes_count as "likesCount", comments_count as "commentsCount",
      shares_count as "sharesCount"`)
  return rows[0]
}
