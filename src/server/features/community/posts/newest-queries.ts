import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'

/** Limit of the posts that a channel sends: more than a page counts. */
export const MAX_NEWEST_POSTS = 100

/** The same for one author. With more, PostgreSQL would read and sort all posts of an author. */
export const MAX_NEWEST_OF_AUTHOR = 20

/** A post of a channel; `at` is the time of its creation in ms. */
export type NewestPost = { id: string; authorId: string; at: number }

const CREATED_MS = sql`(extract(epoch from p.created_at) * 1000)::float8`
/** The columns of a `NewestPost`, from `posts p`. */
export const NEWEST_POST = sql`p.id, p.author_id as "authorId", ${CREATED_MS} as at`

const ofEveryone = prepareStatement<Record<string, never>, NewestPost>(
  'posts_newest',
  sql`select ${NEWEST_POST}
    from posts p join users u on u.id = p.author_id
    where u.is_active and p.hidden_at is null order by p.id desc limit ${sql.raw(String(MAX_NEWEST_POSTS))}`,
)

/** The newest posts of everyone, newest first. */
export function listNewestPosts(db: Executor): Promise<NewestPost[]> {
  return ofEveryone(db, {})
}

const ofAuthor = prepareStatement<{ authorId: string }, NewestPost | { id: null }>(
  'posts_newest_of_author',
  sql`select newest.id, u.id as "authorId", newest.at
    from users u left join lateral (
      select p.id, ${CREATED_MS} as at from posts p
      where p.author_id = u.id and p.hidden_at is null order by p.id desc limit ${sql.raw(String(MAX_NEWEST_OF_AUTHOR))}
    ) newest on true
    where u.id = ${sql.placeholder('authorId')}::uuid and u.is_active
    order by newest.id desc`,
)

/** The newest posts of one author, newest first; undefined if the author is inactive or absent. */
export async function listNewestPostsBy(db: Executor, authorId: string): Promise<NewestPost[] | undefined> {
  const rows = await ofAuthor(db, { authorId })
  return rows.length === 0 ? undefined : rows.filter((row) => row.id !== null)
}
