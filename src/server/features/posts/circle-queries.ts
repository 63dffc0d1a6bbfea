import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { BEGINNING, preparedPage } from '#server/db/prepared.ts'
import type { UserRow } from '#server/features/users/schema.ts'
import { POST_FOR_REQUESTER } from './queries.ts'
import type { PostForRequester } from './present-post.ts'

/**
 * From here on a member follows many. Of few, the newest posts of each are read and put together, which costs by their
 * number; of many, the newest posts of all are read and those of others left out, which costs the less the more one
 * follows. Where the two meet grows with the square root of all members: 100 of 10,000.
 */
const MANY = 100
/** How far the newest posts of all are read before each member that one follows is asked for its latest. */
const LOOKED_AT = 2000

type Values = { viewerId: string; before: string }

/** Posts of those whom a member follows, and its own, the newest first. */
export async function listCircle(
  db: Executor,
  { id, followingCount }: Pick<UserRow, 'id' | 'followingCount'>,
  limit: number,
  beforeId = BEGINNING,
): Promise<PostForRequester[]> {
  const values = { viewerId: id, before: beforeId }
  if (followingCount < MANY) return ofEach(db, values, limit)
  const rows = await amongAll(db, values, limit)
  return rows.length > limit ? rows : ofLatest(db, values, limit)
}

const me = sql`${sql.placeholder('viewerId')}::uuid`
const before = sql`${sql.placeholder('before')}::uuid`

/** The newest posts of each of some `authors`, put together. */
const newestOf = (authors: SQL, limit: SQL) => sql`
  with circle as (
    select u.id from users u join (
      select following_id as id from follows where follower_id = ${me} union all select ${me}
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

const ofEach = preparedPage<Values, PostForRequester>('posts_circle_of_each', (limit) =>
  newestOf(sql`select id from circle`, limit),
)

// A page has posts of those alone whose latest are the newest: of thousands, one is read of each and more of few.
const ofLatest = preparedPage<Values, PostForRequester>('posts_circle_of_latest', (limit) =>
  newestOf(
    sql`select circle.id from circle
      cross join lateral (
        select p.id from posts p where p.author_id = circle.id and p.id < ${before} order by p.id desc limit 1
      ) latest
      order by latest.id desc limit ${limit}`,
    limit,
  ),
)

// The member's follows are asked one by one: as a join PostgreSQL may read them all.
const amongAll = preparedPage<Values, PostForRequester>(
  'posts_circle_among_all',
  (limit) => sql`
    with page as (
      select newest.id from (
        select p.id, p.author_id from posts p where p.id < ${before}
        order by p.id desc limit ${sql.raw(String(LOOKED_AT))}
      ) newest
      where (newest.author_id = ${me} or (
          select true from follows f where f.follower_id = ${me} and f.following_id = newest.author_id
        ))
        and (select u.is_active from users u where u.id = newest.author_id)
      order by newest.id desc limit ${limit}
    )
    select ${POST_FOR_REQUESTER} from page join posts p on p.id = page.id join users u on u.id = p.author_id
    order by p.id desc`,
)
