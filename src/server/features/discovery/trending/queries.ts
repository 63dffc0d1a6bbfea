import { type SQL, sql } from 'drizzle-orm'
import type { Trend } from '#shared/discovery/trending.ts'
import type { Executor } from '#server/db/executor.ts'

/** Number of the latest uses of a hashtag that determine its displayed spelling. */
const LABEL_SAMPLE_SIZE = 50

/**
 * Hashtags of posts since a time, by the number of posts, then of users. The sums come from an index-only scan; the
 * spelling is looked up only for the listed ones.
 */
export async function listTrends(db: Executor, since: Date, limit: number): Promise<Trend[]> {
  const { rows } = await db.execute<Trend>(sql`
    with used as (
      select tag, author_id, count(*)::int as posts from post_hashtags
      where created_at >= ${since.toISOString()}::timestamptz group by tag, author_id
    ), ranked as (
      select tag, count(*) as authors, sum(posts)::int as posts
      from used join users on users.id = author_id and users.is_active
      group by tag order by posts desc, authors desc, tag limit ${limit}
    )
    select tag, ${labelOf(sql`ranked.tag`)} as label, posts as "postsCount"
    from ranked order by posts desc, authors desc, tag`)
  return rows
}

/**
 * Hashtags with a prefix: those of `popular` first, in their order, then in the order of the index. A recursive query
 * looks up each next tag in the index (a loose index scan), whatever the number of posts. Uses by inactive users are
 * not counted.
 */
export async function listTagsByPrefix(
  db: Executor,
  prefix: string,
  popular: readonly string[],
  limit: number,
): Promise<Trend[]> {
  const firstTag = (condition: SQL) => sql`(
    select tag from post_hashtags where ${condition} and ${hasActiveAuthor} order by tag limit 1)`
  const { rows } = await db.execute<Trend>(sql`
    with recursive matching as (
      select ${firstTag(sql`tag >= ${prefix}`)} as tag, 1 as step
      union all
      select ${firstTag(sql`tag > matching.tag`)}, step + 1 from matching
      where starts_with(matching.tag, ${prefix}) and step < ${limit + popular.length}
    ), preferred as (
      select tag, ordinal from unnest(${sql.param([...popular])}::text[]) with ordinality as popular(tag, ordinal)
    ), selected as (
      select tag, min(preferred.ordinal) as ordinal from matching full join preferred using (tag)
      where starts_with(tag, ${prefix}) group by tag order by ordinal nulls last, tag limit ${limit}
    )
    select tag, ${labelOf(sql`selected.tag`)} as label, uses as "postsCount"
    from selected cross join lateral (
      select count(*)::int as uses from post_hashtags join users on users.id = author_id and users.is_active
      where post_hashtags.tag = selected.tag
    ) counts
    where uses > 0 order by ordinal nulls last, tag`)
  return rows
}

/** A correlated subquery rather than a join, so that rows of `post_hashtags` are still read in index order. */
const hasActiveAuthor = sql`(select is_active from users where users.id = author_id)`

/** The most frequent spelling. */
function labelOf(tag: SQL): SQL {
  return sql`(
    select label from (
      select label from post_hashtags
      where post_hashtags.tag = ${tag} and ${hasActiveAuthor} order by post_id desc limit ${LABEL_SAMPLE_SIZE}
    ) latest group by label order by count(*) desc, label limit 1)`
}
