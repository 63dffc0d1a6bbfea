import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, preparePageStatement } from '#server/db/prepared.ts'
import { notHiddenByRow } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { PostForRequester } from '#server/features/community/posts/present-post.ts'
import { POST_FOR_REQUESTER } from '#server/features/community/posts/queries.ts'

type Bookmark = { userId: string; postId: string }

/** Bookmarks a visible post; returns false if there is no such post. Repeating it changes nothing. */
export function insertBookmark(db: Executor, { userId, postId }: Bookmark): Promise<boolean> {
  return changeVisible(
    db,
    postId,
    sql`insert into bookmarks (id, user_id, post_id) select ${v7()}::uuid, ${userId}::uuid, post.id from post
      on conflict do nothing`,
  )
}

/** Removes the bookmark of a visible post; returns false if there is no such post. */
export function deleteBookmark(db: Executor, { userId, postId }: Bookmark): Promise<boolean> {
  return changeVisible(
    db,
    postId,
    sql`delete from bookmarks using post where bookmarks.post_id = post.id and user_id = ${userId}`,
  )
}

/** Runs a change with a visible post, which is locked against deletion. Returns false if there is no such post. */
async function changeVisible(db: Executor, postId: string, change: SQL): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with post as (
      select p.id from posts p join users u on u.id = p.author_id
      where p.id = ${postId} and p.hidden_at is null and u.is_active for key share of p
    ),
    change as (${change})
    select id from post`)
  return rows.length > 0
}

const selectPage = preparePageStatement<
  { requesterId: string; before: string },
  PostForRequester & { bookmarkId: string }
>(
  'posts_bookmarked',
  (limit) => sql`select ${POST_FOR_REQUESTER}, b.id as "bookmarkId" from bookmarks b
    join posts p on p.id = b.post_id join users u on u.id = p.author_id
    where b.user_id = ${sql.placeholder('requesterId')}::uuid and b.id < ${sql.placeholder('before')}::uuid
      and p.hidden_at is null and u.is_active
      and ${notHiddenByRow(sql`${sql.placeholder('requesterId')}::uuid`, sql`p.author_id`)}
    order by b.id desc limit ${limit}`,
)

/** Returns the posts that a user has bookmarked, the newest bookmark first. */
export function listBookmarked(
  db: Executor,
  userId: string,
  limit: number,
  beforeId = MAX_UUID,
): Promise<(PostForRequester & { bookmarkId: string })[]> {
  return selectPage(db, { requesterId: userId, before: beforeId }, limit)
}
