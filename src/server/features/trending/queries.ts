import { type SQL, sql } from 'drizzle-orm'
import type { Trend } from '#shared/trending.ts'
import type { Executor } from '#server/db/executor.ts'

/** So many of a hashtag's latest uses decide how it is written. */
const LABELS = 50

/**
 * The hashtags of posts since then: by how many posts, then by how many members used them. The sums are read from one
 * index; the writing of those that are listed is looked up.
 */
export async function listTrends(db: Executor, since: Date, limit: number): Promise<Trend[]> {
  const { rows } = await db.execute<Trend>(sql`
    with used as (
      select tag, author_id, count(*)::int as posts from post_hashtags
      where created_at >= ${since.toISOString()}::timestamptz group by tag, author_id
    ), weighed as (
      select tag, count(*) as authors, sum(posts)::int as posts
      from used join users on users.id = author_id and users.is_active
      group by tag order by posts desc, authors desc, tag limit ${limit}
    )
    select tag, ${labelOf(sql`weighed.tag`)} as label, posts as "postsCount"
    from weighed order by posts desc, authors desc, tag`)
  return rows
}

/**
 * A few hashtags that begin so: those of `popular` first, in their order, then by the alphabet. Each next one is
 * looked up in the index, whatever the number of posts. Uses by deactivated members neither list a hashtag nor count.
 */
export async function listTagsBeginning(
  db: Executor,
  beginning: string,
  popular: readonly string[],
  limit: number,
): Promise<Trend[]> {
  const next = (than: SQL) => sql`(
    select tag from post_hashtags where ${than} and ${hasActiveAuthor} order by tag limit 1)`
  const { rows } = await db.execute<Trend>(sql`
    with recursive walked as (
      select ${next(sql`tag >= ${beginning}`)} as tag, 1 as step
      union all
      select ${next(sql`tag > walked.tag`)}, step + 1 from walked
      where starts_with(walked.tag, ${beginning}) and step < ${limit + popular.length}
    ), known as (
      select tag, place from unnest(${sql.param([...popular])}::text[]) with ordinality as popular(tag, place)
    ), chosen as (
      select tag, min(known.place) as place from walked full join known using (tag)
      where starts_with(tag, ${beginning}) group by tag order by place nulls last, tag limit ${limit}
    )
    select tag, ${labelOf(sql`chosen.tag`)} as label, uses as "postsCount"
    from chosen cross join lateral (
      select count(*)::int as uses from post_hashtags join users on users.id = author_id and users.is_active
      where post_hashtags.tag = chosen.tag
    ) counted
    where uses > 0 order by place nulls last, tag`)
  return rows
}

/** Of a row of `post_hashtags`: a subquery, so that rows are still walked in the order of an index. */
const hasActiveAuthor = sql`(select is_active from users where users.id = author_id)`

/** As most write it. */
function labelOf(tag: SQL): SQL {
  return sql`(
    select label from (
      select label from post_hashtags
      where post_hashtags.tag = ${tag} and ${hasActiveAuthor} order by post_id desc limit ${LABELS}
    ) latest group by label order by count(*) desc, label limit 1)`
}
