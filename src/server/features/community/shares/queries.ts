import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import type { PostCounts } from '#server/features/community/posts/queries.ts'

/**
 * Inserts a share and counts it; undefined when the user shared the post before. The post must be locked (`lockPost`).
 */
export async function insertShare(
  tx: Executor,
  { userId, postId }: { userId: string; postId: string },
): Promise<PostCounts | undefined> {
  const { rows } = await tx.execute<PostCounts>(sql`
    with inserted as (
      insert into shares (id, user_id, post_id) values (${v7()}, ${userId}, ${postId})
      on conflict do nothing returning post_id
    )
    update posts set shares_count = shares_count + 1 from inserted where posts.id = inserted.post_id
    returning likes_count as "likesCount", comments_count as "commentsCount", shares_count as "sharesCount"`)
  return rows[0]
}

/** Deletes all shares of a user, and lowers the counts of the posts. */
export async function deleteSharesOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with locked as (
      select id from posts where id in (select post_id from shares where user_id = ${userId})
      order by id for no key update
    ),
    deleted as (
      delete from shares using locked where post_id = locked.id and user_id = ${userId} returning post_id
    )
    update posts set shares_count = shares_count - 1 from deleted where posts.id = deleted.post_id`)
}
