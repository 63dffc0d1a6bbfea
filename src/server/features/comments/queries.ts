import { and, eq, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, prepareStatement, preparePageStatement } from '#server/db/prepared.ts'
import type { PostCounts } from '#server/features/posts/queries.ts'
import type { CommentForRequester } from './present-comment.ts'
import { type CommentRow, comments } from './schema.ts'

/** Columns of a comment, from `comments c` and its author `users u`. */
const COMMENT_COLUMNS = sql`
  c.id, c.user_id as "userId", c.post_id as "postId", c.content, c.mentions, c.created_at as "createdAt",
  u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl"`

const page = preparePageStatement<{ postId: string; before: string }, CommentForRequester>(
  'comments_of_post',
  (limit) => sql`select ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id
    where c.post_id = ${sql.placeholder('postId')}::uuid and c.id < ${sql.placeholder('before')}::uuid
      and u.is_active
    order by c.id desc limit ${limit}`,
)

/** The comments on a post, newest first. */
export function listCommentsOnPost(
  db: Executor,
  postId: string,
  limit: number,
  beforeId = MAX_UUID,
): Promise<CommentForRequester[]> {
  return page(db, { postId, before: beforeId }, limit)
}

/** How many comments a channel sends at most. */
export const MAX_NEWEST_COMMENTS = 50

type NewestComment = { id: string; userId: string; at: number }

const newest = prepareStatement<{ postId: string }, NewestComment | { id: null }>(
  'comments_newest',
  sql`select newest.id, newest.user_id as "userId", newest.at
    from posts p join users author on author.id = p.author_id and author.is_active
    left join lateral (
      select c.id, c.user_id, (extract(epoch from c.created_at) * 1000)::float8 as at
      from comments c join users u on u.id = c.user_id and u.is_active
      where c.post_id = p.id order by c.id desc limit ${sql.raw(String(MAX_NEWEST_COMMENTS))}
    ) newest on true
    where p.id = ${sql.placeholder('postId')}::uuid order by newest.id desc`,
)

/** The newest comments on a post, newest first; undefined for a hidden post. `at` is in ms. */
export async function listNewestComments(db: Executor, postId: string): Promise<NewestComment[] | undefined> {
  const rows = await newest(db, { postId })
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null)
}

const byId = prepareStatement<{ id: string }, CommentForRequester>(
  'comments_by_id',
  sql`select ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id
    where c.id = ${sql.placeholder('id')}::uuid and u.is_active`,
)

export async function findComment(db: Executor, id: string): Promise<CommentForRequester | undefined> {
  const [row] = await byId(db, { id })
  return row
}

/** The id of the user's comment on the post with this `clientId`. */
export async function findByClientId(
  db: Executor,
  { postId, userId, clientId }: { postId: string; userId: string; clientId: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.userId, userId), eq(comments.clientId, clientId), eq(comments.postId, postId)))
  return row?.id
}

type NewComment = Pick<CommentRow, 'userId' | 'content' | 'mentions' | 'clientId'> & { postId: string }
type Counted = PostCounts & { id: string }

/** Stores and counts a comment; undefined when its `clientId` was used before. The caller has locked the post. */
export async function insertComment(tx: Executor, comment: NewComment): Promise<Counted | undefined> {
  const { rows } = await tx.execute<Counted>(sql`
    with added as (
      insert into comments (id, user_id, post_id, content, mentions, client_id)
      values (${v7()}, ${comment.userId}, ${comment.postId}, ${comment.content},
        ${JSON.stringify(comment.mentions)}::jsonb, ${comment.clientId})
      on conflict (user_id, client_id) do nothing returning id, post_id
    )
    update posts set comments_count = comments_count + 1 from added where posts.id = added.post_id
    returning added.id, likes_count as "likesCount", comments_count as "commentsCount",
      shares_count as "sharesCount"`)
  return rows[0]
}

/** Deletes a comment and lowers the count; undefined when it is deleted already. The caller has locked the post. */
export async function deleteComment(tx: Executor, id: string): Promise<PostCounts | undefined> {
  const { rows } = await tx.execute<PostCounts>(sql`
    with removed as (delete from comments where id = ${id} returning post_id)
    update posts set comments_count = comments_count - 1 from removed where posts.id = removed.post_id
    returning likes_count as "likesCount", comments_count as "commentsCount", shares_count as "sharesCount"`)
  return rows[0]
}
