import { type SQL, and, eq, inArray, sql } from 'drizzle-orm'
import type { Post } from '#shared/community/posts.ts'
import { hashtagsOf } from '#shared/text/post-text.ts'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, prepareStatement, preparePageStatement } from '#server/db/prepared.ts'
import { toSearchVector } from '#server/db/search-words.ts'
import {
  notBlocked,
  notHiddenByRow,
  shownMentions,
} from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isLikedBy } from '#server/features/accounts/reactions/queries.ts'
import type { Caller } from '#server/http/access.ts'
import { type PostForRequester, presentPost } from './present-post.ts'
import { LOCKED_COLUMNS, type LockedPost } from './lock-queries.ts'
import { type PostRow, postHashtags, posts } from './schema.ts'

const requesterId = sql`${sql.placeholder('requesterId')}::uuid`
const before = sql`${sql.placeholder('before')}::uuid`

/** A condition on `posts p`: the post is not hidden, or is held and the requester's own. */
export const isShownTo = (requesterId: SQL): SQL =>
  sql`(p.hidden_at is null or p.is_held and p.author_id = ${requesterId})`

/**
 * Columns of a post for its requester, from `posts p` and its author `users u`. Whether the requester has liked and
 * bookmarked it is looked up row by row: for a join or `exists`, PostgreSQL may read all likes of the requester.
 */
export const POST_FOR_REQUESTER = sql`
  p.id, p.author_id as "authorId", p.content, p.media_url as "mediaUrl", p.media_type as "mediaType",
  p.media_width as "mediaWidth", p.media_height as "mediaHeight", p.media_poster_url as "mediaPosterUrl",
  p.media_loops as "mediaLoops",
  p.media_size::float8 as "mediaSize", ${shownMentions(requesterId, sql`p.mentions`)} as mentions,
  p.likes_count as "likesCount", p.comments_count as "commentsCount", p.shares_count as "sharesCount",
  p.is_held as "isHeld", p.created_at as "createdAt", p.updated_at as "updatedAt",
  u.handle, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.profile_image_url as "profileImageUrl", u.live_stream_id as "liveStreamId",
  ${isLikedBy(requesterId, 'post', sql`p.id`)} as "isLiked",
  (select true from bookmarks b where b.post_id = p.id and b.user_id = ${requesterId}) is true as "isBookmarked"`

type RequesterValues = { requesterId: string | null }

const feedPage = preparePageStatement<RequesterValues & { before: string }, PostForRequester>(
  'posts_feed',
  (limit) => sql`select ${POST_FOR_REQUESTER} from posts p join users u on u.id = p.author_id
    where p.id < ${before} and ${isShownTo(requesterId)} and u.is_active
      and ${notHiddenByRow(requesterId, sql`p.author_id`)}
    order by p.id desc limit ${limit}`,
)

/** Posts of everyone, newest first. */
export function listFeed(
  db: Executor,
  requester: Caller | null,
  limit: number,
  beforeId = MAX_UUID,
): Promise<PostForRequester[]> {
  return feedPage(db, { requesterId: requester?.id ?? null, before: beforeId }, limit)
}

const authorPage = preparePageStatement<
  RequesterValues & { before: string; authorId: string },
  PostForRequester
>(
  'posts_of_author',
  (limit) => sql`select ${POST_FOR_REQUESTER} from posts p join users u on u.id = p.author_id
    where p.author_id = ${sql.placeholder('authorId')}::uuid and p.id < ${before}
      and ${isShownTo(requesterId)} and u.is_active
      and ${notBlocked(requesterId, sql`${sql.placeholder('authorId')}::uuid`)}
    order by p.id desc limit ${limit}`,
)

/** Posts of one author, newest first. */
export function listPostsByAuthor(
  db: Executor,
  authorId: string,
  requester: Caller | null,
  limit: number,
  beforeId = MAX_UUID,
): Promise<PostForRequester[]> {
  return authorPage(db, { requesterId: requester?.id ?? null, before: beforeId, authorId }, limit)
}

const byIds = prepareStatement<RequesterValues & { ids: readonly string[] }, PostForRequester>(
  'posts_by_ids',
  sql`select ${POST_FOR_REQUESTER} from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as listed(id, position)
    join posts p on p.id = listed.id join users u on u.id = p.author_id
    where ${isShownTo(requesterId)} and u.is_active and ${notBlocked(requesterId, sql`p.author_id`)} order by listed.position`,
)

/** Returns the posts with these ids that the requester may open, in the order of `ids`. */
export async function listPostsByIds(
  db: Executor,
  ids: readonly string[],
  requester: Caller | null,
): Promise<Post[]> {
  if (ids.length === 0) return []
  const rows = await byIds(db, { requesterId: requester?.id ?? null, ids })
  return rows.map((row) => presentPost(row, requester))
}

export type PostCounts = Pick<PostRow, 'likesCount' | 'commentsCount' | 'sharesCount'>

type NewPost = Pick<
  PostRow,
  | 'authorId'
  | 'content'
  | 'mediaUrl'
  | 'mediaType'
  | 'mediaWidth'
  | 'mediaHeight'
  | 'mediaPosterUrl'
  | 'mediaLoops'
  | 'mediaSize'
  | 'mentions'
  | 'isHeld'
  | 'hiddenAt'
> & { clientId: string | null }

/** Stores a post and returns its id; undefined when its author has used the `clientId` before. */
export async function insertPost(tx: Executor, post: NewPost): Promise<string | undefined> {
  const [row] = await tx
    .insert(posts)
    .values({ ...post, search: toSearchVector(post.content) })
    .onConflictDoNothing({ target: [posts.authorId, posts.clientId] })
    .returning({ id: posts.id })
  return row?.id
}

export async function insertHashtags(
  tx: Executor,
  post: { postId: string; authorId: string },
  hashtags: readonly { tag: string; label: string }[],
): Promise<void> {
  if (hashtags.length === 0) return
  await tx.insert(postHashtags).values(hashtags.map((hashtag) => ({ ...hashtag, ...post })))
}

/** Rewrites the hashtags of locked posts, after a change of the folding of words. Hidden posts have none. */
export async function rewriteHashtags(
  tx: Executor,
  rows: readonly Pick<PostRow, 'id' | 'authorId' | 'content' | 'createdAt' | 'hiddenAt'>[],
): Promise<void> {
  const rewritten = rows.filter(({ content, hiddenAt }) => content.includes('#') && hiddenAt === null)
  if (rewritten.length === 0) return
  const ids = rewritten.map(({ id }) => id)
  await tx.delete(postHashtags).where(inArray(postHashtags.postId, ids))
  const hashtags = rewritten.flatMap(({ id, authorId, createdAt, content }) =>
    hashtagsOf(content).map((hashtag) => ({ ...hashtag, postId: id, authorId, createdAt })),
  )
  if (hashtags.length > 0) await tx.insert(postHashtags).values(hashtags)
}

/** The id of the author's post with this `clientId`. */
export async function findByClientId(
  db: Executor,
  authorId: string,
  clientId: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.authorId, authorId), eq(posts.clientId, clientId)))
  return row?.id
}

/** Deletes a post; foreign keys cascade. Returns its `mediaUrl`, which the caller releases. */
export async function deletePost(tx: Executor, id: string): Promise<string | null> {
  const [row] = await tx.delete(posts).where(eq(posts.id, id)).returning({ mediaUrl: posts.mediaUrl })
  return row?.mediaUrl ?? null
}

/** The columns of a post without a file. */
export const NO_MEDIA = {
  mediaUrl: null,
  mediaType: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaPosterUrl: null,
  mediaLoops: false,
  mediaSize: null,
}

/** Removes the file from the post that has it; undefined when there is none. */
export async function removeMediaOfPost(tx: Executor, mediaUrl: string): Promise<LockedPost | undefined> {
  const [row] = await tx
    .update(posts)
    .set(NO_MEDIA)
    .where(eq(posts.mediaUrl, mediaUrl))
    .returning(LOCKED_COLUMNS)
  return row
}

/** Removes the mentions of a user from posts: the text stays, without a link. */
export async function removeMentionsInPosts(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    update posts set mentions = (
      select coalesce(jsonb_agg(mention), '[]') from jsonb_array_elements(mentions) mention
      where mention ->> 'userId' <> ${userId}
    )
    where mentions @> ${JSON.stringify([{ userId }])}::jsonb`)
}
