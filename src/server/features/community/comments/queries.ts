import { type SQL, and, eq, isNull, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, prepareStatement, preparePageStatement } from '#server/db/prepared.ts'
import { notHiddenByRow, shownMentions } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { PostCounts } from '#server/features/community/posts/queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { CommentForRequester } from './present-comment.ts'
import { type CommentRow, comments } from './schema.ts'
import { type Subject, subjectId } from './subjects.ts'

const requesterId = sql`${sql.placeholder('requesterId')}::uuid`

/** Columns of a comment, from `comments c` and its author `users u`. */
const COMMENT_COLUMNS = sql`
  c.id, c.user_id as "userId", c.post_id as "postId", c.video_id as "videoId", c.content, c.is_held as "isHeld",
  ${shownMentions(requesterId, sql`c.mentions`)} as mentions, c.created_at as "createdAt",
  u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", u.live_stream_id as "liveStreamId"`

/** Whether the comment is not hidden, or is held and the requester's own. */
const isShown = sql`(c.hidden_at is null or c.is_held and c.user_id = ${requesterId})`

type RequesterValues = { requesterId: string | null }

const preparePage = (name: string, column: SQL) =>
  preparePageStatement<RequesterValues & { subjectId: string; before: string }, CommentForRequester>(
    name,
    (limit) => sql`select ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id
      where ${column} = ${sql.placeholder('subjectId')}::uuid and c.id < ${sql.placeholder('before')}::uuid
        and ${isShown} and u.is_active and ${notHiddenByRow(requesterId, sql`c.user_id`)}
      order by c.id desc limit ${limit}`,
  )

const pageOfPost = preparePage('comments_of_post', sql`c.post_id`)
const pageOfVideo = preparePage('comments_of_video', sql`c.video_id`)

/** The comments on a post or video, newest first. */
export function listCommentsOn(
  db: Executor,
  subject: Subject,
  requester: Caller | null,
  limit: number,
  beforeId = MAX_UUID,
): Promise<CommentForRequester[]> {
  const page = subject.postId === null ? pageOfVideo : pageOfPost
  return page(
    db,
    { requesterId: requester?.id ?? null, subjectId: subjectId(subject), before: beforeId },
    limit,
  )
}

/** Limit of the comments that a channel sends. */
export const MAX_NEWEST_COMMENTS = 50

type NewestComment = { id: string; userId: string; postId: string | null; videoId: string | null; at: number }

const newest = prepareStatement<{ subjectId: string }, NewestComment | { id: null }>(
  'comments_newest',
  sql`select newest.id, newest.user_id as "userId", newest.post_id as "postId", newest.video_id as "videoId", newest.at
    from (
      select p.id from posts p join users author on author.id = p.author_id and author.is_active
      where p.id = ${sql.placeholder('subjectId')}::uuid and p.hidden_at is null
      union all
      select v.id from videos v join users creator on creator.id = v.creator_id and creator.is_active
      where v.id = ${sql.placeholder('subjectId')}::uuid and v.is_published and v.is_public and v.state = 'ready'
    ) subject
    left join lateral (
      select found.*, (extract(epoch from found.created_at) * 1000)::float8 as at from (
        (select c.* from comments c join users u on u.id = c.user_id and u.is_active
          where c.post_id = subject.id and c.hidden_at is null order by c.id desc limit ${sql.raw(String(MAX_NEWEST_COMMENTS))})
        union all
        (select c.* from comments c join users u on u.id = c.user_id and u.is_active
          where c.video_id = subject.id and c.hidden_at is null order by c.id desc limit ${sql.raw(String(MAX_NEWEST_COMMENTS))})
      ) found
    ) newest on true
    order by newest.id desc`,
)

/**
 * The newest comments on the post or video with this id, newest first; undefined if not everyone may see it. `at` is
 * in ms.
 */
export async function listNewestComments(db: Executor, id: string): Promise<NewestComment[] | undefined> {
  const rows = await newest(db, { subjectId: id })
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null)
}

const byId = prepareStatement<RequesterValues & { id: string }, CommentForRequester>(
  'comments_by_id',
  sql`select ${COMMENT_COLUMNS} from comments c join users u on u.id = c.user_id
    where c.id = ${sql.placeholder('id')}::uuid and ${isShown} and u.is_active`,
)

export async function findComment(
  db: Executor,
  id: string,
  requester: Caller | null,
): Promise<CommentForRequester | undefined> {
  const [row] = await byId(db, { requesterId: requester?.id ?? null, id })
  return row
}

/** The id of the user's comment on this subject with this `clientId`. */
export async function findByClientId(
  db: Executor,
  { subject, userId, clientId }: { subject: Subject; userId: string; clientId: string },
): Promise<string | undefined> {
  const isOnSubject =
    subject.postId === null
      ? and(isNull(comments.postId), eq(comments.videoId, subject.videoId))
      : eq(comments.postId, subject.postId)
  const [row] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(eq(comments.userId, userId), eq(comments.clientId, clientId), isOnSubject))
  return row?.id
}

type NewComment = Pick<CommentRow, 'userId' | 'content' | 'mentions' | 'clientId' | 'isHeld'>
/** The new counts of a comment's subject; those of a post are published together. */
export type SubjectCounts = Pick<PostCounts, 'commentsCount'> & Partial<PostCounts>
type Counted = SubjectCounts & { id: string }

/**
 * Stores a comment, and counts it unless it is held; undefined when its `clientId` was used before. The subject must be
 * locked.
 */
export async function insertComment(
  tx: Executor,
  subject: Subject,
  comment: NewComment,
): Promise<Counted | undefined> {
  const { rows } = await tx.execute<Counted>(sql`
    with changed as (
      insert into comments (id, user_id, post_id, video_id, content, mentions, client_id, is_held, hidden_at)
      values (${v7()}, ${comment.userId}, ${subject.postId}, ${subject.videoId}, ${comment.content},
        ${JSON.stringify(comment.mentions)}::jsonb, ${comment.clientId}, ${comment.isHeld},
        ${comment.isHeld ? sql`now()` : null})
      on conflict (user_id, client_id) do nothing returning id, post_id, video_id
    )
    ${updateCount(subject, comment.isHeld ? 0 : 1)}`)
  return rows[0]
}

/**
 * Deletes a comment, and lowers the count if it was counted; undefined when it is deleted or removed already. The subject
 * must be locked.
 */
export async function deleteComment(
  tx: Executor,
  subject: Subject,
  id: string,
): Promise<SubjectCounts | undefined> {
  const { rows } = await tx.execute<Counted>(sql`
    with changed as (
      delete from comments where id = ${id} and (hidden_at is null or is_held)
      returning id, post_id, video_id, case when is_held then 0 else -1 end as counted
    )
    ${updateCount(subject, sql`changed.counted`)}`)
  return rows[0]
}

/** Adds to the count of the subject of the comment in `changed`. */
export function updateCount({ postId }: Subject, by: 0 | 1 | SQL): SQL {
  return postId === null
    ? sql`update videos set comments_count = comments_count + ${by} from changed
        where videos.id = changed.video_id
        returning changed.id, comments_count as "commentsCount"`
    : sql`update posts set comments_count = comments_count + ${by} from changed
        where posts.id = changed.post_id
        returning changed.id, likes_count as "likesCount", comments_count as "commentsCount",
          shares_count as "sharesCount"`
}

/** Deletes all comments of a user, and lowers the counts of their subjects. */
export async function deleteCommentsOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with locked_posts as (
      select id from posts where id in (select post_id from comments where user_id = ${userId})
      order by id for no key update
    ),
    locked_videos as (
      select id from videos where id in (select video_id from comments where user_id = ${userId})
      order by id for no key update
    ),
    deleted as (
      delete from comments where user_id = ${userId}
        and (post_id in (select id from locked_posts) or video_id in (select id from locked_videos))
      returning post_id, video_id, hidden_at is null as is_counted
    ),
    of_posts as (
      update posts set comments_count = comments_count - by_post.number
      from (select post_id, count(*)::int as number from deleted where is_counted group by post_id) by_post
      where posts.id = by_post.post_id
    )
    update videos set comments_count = comments_count - by_video.number
    from (select video_id, count(*)::int as number from deleted where is_counted group by video_id) by_video
    where videos.id = by_video.video_id`)
}

/** Removes the mentions of a user from comments: the text stays, without a link. */
export async function removeMentionsInComments(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    update comments set mentions = (
      select coalesce(jsonb_agg(mention), '[]') from jsonb_array_elements(mentions) mention
      where mention ->> 'userId' <> ${userId}
    )
    where mentions @> ${JSON.stringify([{ userId }])}::jsonb`)
}
