import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { MAX_UUID, preparePageStatement } from '#server/db/prepared.ts'
import { followedNotHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import { NEWEST_POST, type NewestPost } from './newest-queries.ts'
import { POST_FOR_REQUESTER, isShownTo } from './queries.ts'
import type { PostForRequester } from './present-post.ts'

/**
 * Number of followed users from which the query plan changes. Below it, the newest posts of each followed user are read
 * and merged: the cost grows with their number. Otherwise the newest posts of all users are scanned and filtered: the
 * cost falls with their number. The break-even point grows with the square root of all users: 100 of 10,000.
 */
const MANY_FOLLOWED = 100
/** How many of the newest posts of all users are scanned before the query falls back to reading per followed user. */
const SCANNED_POSTS = 2000

type Values = { requesterId: string; before: string }
type Requester = Pick<UserRow, 'id' | 'followingCount'>

/** Posts of the user and of the users they follow, newest first. */
export function listCircle(
  db: Executor,
  requester: Requester,
  limit: number,
  beforeId = MAX_UUID,
): Promise<PostForRequester[]> {
  return list(postsOfCircle, db, requester, limit, beforeId)
}

/** The ids, authors and times of the newest posts of the circle. */
export function listNewestOfCircle(db: Executor, requester: Requester, limit: number): Promise<NewestPost[]> {
  return list(newestOfCircle, db, requester, limit, MAX_UUID)
}

async function list<Row>(
  { ofEachAuthor, amongAllPosts, ofLatestAuthors }: Statements<Row>,
  db: Executor,
  { id, followingCount }: Requester,
  limit: number,
  before: string,
): Promise<Row[]> {
  const values = { requesterId: id, before }
  if (followingCount < MANY_FOLLOWED) return ofEachAuthor(db, values, limit)
  const rows = await amongAllPosts(db, values, limit)
  return rows.length > limit ? rows : ofLatestAuthors(db, values, limit)
}

const requesterId = sql`${sql.placeholder('requesterId')}::uuid`
const before = sql`${sql.placeholder('before')}::uuid`

/** The newest posts of each of the `authors`, merged. */
const newestPostsBy = (authors: SQL, columns: SQL, limit: SQL) => sql`
  with circle as (
    select u.id from users u join (
      select following_id as id from follows where follower_id = ${requesterId} union all select ${requesterId}
    ) followed on followed.id = u.id where u.is_active and ${followedNotHidden(requesterId, sql`u.id`)}
  ),
  authors as (${authors}),
  page as (
    select newest.id from authors
      cross join lateral (
        select p.id from posts p where p.author_id = authors.id and p.id < ${before} and ${isShownTo(requesterId)}
        order by p.id desc limit ${limit}
      ) newest
    order by newest.id desc limit ${limit}
  )
  select ${columns} from page join posts p on p.id = page.id join users u on u.id = p.author_id
  order by p.id desc`

type Statement<Row> = (db: Executor, values: Values, limit: number) => Promise<Row[]>
type Statements<Row> = Record<'ofEachAuthor' | 'ofLatestAuthors' | 'amongAllPosts', Statement<Row>>

/** The statements that select `columns` of posts `p` and their authors `u`. */
function prepareCircle<Row extends object>(name: string, columns: SQL): Statements<Row> {
  return {
    ofEachAuthor: preparePageStatement<Values, Row>(`${name}_of_each`, (limit) =>
      newestPostsBy(sql`select id from circle`, columns, limit),
    ),
    // Only the `limit` authors with the newest latest post can be on the page: reads one post of each of thousands of
    // authors, and more posts of those few only.
    ofLatestAuthors: preparePageStatement<Values, Row>(`${name}_of_latest`, (limit) =>
      newestPostsBy(
        sql`select circle.id from circle
        cross join lateral (
          select p.id from posts p where p.author_id = circle.id and p.id < ${before} and ${isShownTo(requesterId)}
          order by p.id desc limit 1
        ) latest
        order by latest.id desc limit ${limit}`,
        columns,
        limit,
      ),
    ),
    // A subquery per row instead of a join, because PostgreSQL may read all follows of the user for a join. Visibility is
    // read for the posts of the page alone: its columns are stored behind the text.
    amongAllPosts: preparePageStatement<Values, Row>(
      `${name}_among_all`,
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
            and ${followedNotHidden(requesterId, sql`newest.author_id`)}
            and (select ${isShownTo(requesterId)} from posts p where p.id = newest.id)
          order by newest.id desc limit ${limit}
        )
        select ${columns} from page join posts p on p.id = page.id join users u on u.id = p.author_id
        order by p.id desc`,
    ),
  }
}

const postsOfCircle = prepareCircle<PostForRequester>('posts_circle', POST_FOR_REQUESTER)
const newestOfCircle = prepareCircle<NewestPost>('posts_circle_newest', NEWEST_POST)
