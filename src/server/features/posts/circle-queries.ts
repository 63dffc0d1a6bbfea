import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, preparePageStatement } from '#server/db/prepared.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { POST_FOR_REQUESTER } from './queries.ts'
import type { PostForRequester } from './present-post.ts'

/**
 * Number of followed users from which the query plan changes. Below it, the newest posts of each followed user are read
 * and merged: the cost grows with their number. Otherwise the newest posts of all users are scanned and filtered: the
 * cost falls with their number. The break-even point grows with the square root of all users: 100 of 10,000.
 */
const MANY_FOLLOWED = 100
/** How many of the newest posts of all users are scanned before the query falls back to reading per followed user. */
const SCANNED_POSTS = 2000

type Values = { viewerId: string; before: string }

/** Posts of the user and of the users they follow, newest first. */
export async function listCircle(
  db: Executor,
  { id, followingCount }: Pick<UserRow, 'id' | 'followingCount'>,
  limit: number,
  beforeId = MAX_UUID,
): Promise<PostForRequester[]> {
  const values = { viewerId: id, before: beforeId }
  if (followingCount < MANY_FOLLOWED) return pageOfEachAuthor(db, values, limit)
  const rows = await pageAmongAllPosts(db, values, limit)
  return rows.length > limit ? rows : pageOfLatestAuthors(db, values, limit)
}

const requesterId = sql`${sql.placeholder('viewerId')}::uuid`
const before = sql`${sql.placeholder('before')}::uuid`

/** The newest posts of each of the `authors`, merged. */
const newestPostsBy = (authors: SQL, limit: SQL) => sql`
  with circle as (
    select u.id from users u join (
      select following_id as id from follows where follower_id = ${requesterId} union all select ${requesterId}
    ) followed on followed.id = u.id where u.is_active
  ),
  authors as (${authors}),
  page as (
    select newest.id from authors
      cross join lateral (
        select p.id from posts p where p.author_id = authors.id and p.id < ${before}
        order by p.id desc limit ${limit}
      ) newest
    order by newest.id desc limit ${limit}
  )
  select ${POST_FOR_REQUESTER} from page join posts p on p.id = page.id join users u on u.id = p.author_id
  order by p.id desc`

const pageOfEachAuthor = preparePageStatement<Values, PostForRequester>('posts_circle_of_each', (limit) =>
  newestPostsBy(sql`select id from circle`, limit),
)

// Only the `limit` authors with the newest latest post can be on the page: reads one post of each of thousands of
// authors, and more posts of those few only.
const pageOfLatestAuthors = preparePageStatement<Values, PostForRequester>(
  'posts_circle_of_latest',
  (limit) =>
    newestPostsBy(
      sql`select circle.id from circle
      cross join lateral (
        select p.id from posts p where p.author_id = circle.id and p.id < ${before} order by p.id desc limit 1
      ) latest
      order by latest.id desc limit ${limit}`,
      limit,
    ),
)

// A subquery per row instead of a join, because PostgreSQL may read all follows of the user for a join.
const pageAmongAllPosts = preparePageStatement<Values, PostForRequester>(
  'posts_circle_among_all',
  (limit) => sql`
    with page as (
      select newest.id from (
        select p.id, p.author_id from posts p where p.id < ${before}
        order by p.id desc limit ${sql.raw(String(SCANNED_POSTS))}
      ) newest
      where (newest.author_id = ${requesterId} or (
          select true from follows f where f.follower_id = ${requesterId} and f.following_id = newest.author_id
        ))
        and (select u.is_active from users u where u.id = newest.author_id)
      order by newest.id desc limit ${limit}
    )
    select ${POST_FOR_REQUESTER} from page join posts p on p.id = page.id join users u on u.id = p.author_id
    order by p.id desc`,
)
