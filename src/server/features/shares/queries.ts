import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import type { PostCounts } from '#server/features/posts/queries.ts'

/** Notes that a member passed a post on, and counts it; undefined when it did before. The post is held (`lockPost`). */
export async function insertShare(
  tx: Executor,
  { userId, postId }: { userId: string; postId: string },
): Promise<PostCounts | undefined> {
  const { rows } = await tx.execute<PostCounts>(sql`
    with added as (
      insert into shares (id, user_id, post_id) values (${v7()}, ${userId}, ${postId})
      on conflict do nothing returning post_id
    )
    update posts set shares_count = shares_count + 1 from added where posts.id = added.post_id
    returning likes_count as "likesCount", comments_count as "commentsCount", shares_count as "sharesCount"`)
  return rows[0]
}
