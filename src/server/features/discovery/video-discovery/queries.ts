import { type SQL, and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { VIDEO_CATEGORIES } from '#shared/constants.ts'
import type { Executor } from '#server/db/executor.ts'
import { toAnyTsQuery } from '#server/db/search-words.ts'
import { notBlocked, notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { isVisibleToAll } from '#server/features/videos/videos/queries.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

type Category = (typeof VIDEO_CATEGORIES)[number]
type Filter = {
  categories?: readonly Category[] | undefined
  creatorId?: string | undefined
  requester: Caller | null
}

/** The sort keys of a listed video. */
export type ListedVideo = { id: string; publishedAt: Date; viewsCount: number }

const COLUMNS = {
  id: videos.id,
  publishedAt: sql<Date>`${videos.publishedAt}`.mapWith(videos.publishedAt),
  viewsCount: videos.viewsCount,
}

/** Returns public videos (in these categories, of a creator), the latest published first. */
export async function listNewestVideos(
  db: Executor,
  { categories, creatorId, requester }: Filter,
  limit: number,
  after?: Pick<ListedVideo, 'id' | 'publishedAt'>,
): Promise<ListedVideo[]> {
  const isAfter =
    after &&
    sql`(${videos.publishedAt}, ${videos.id}) < (${after.publishedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const where = and(
    isVisibleToAll,
    sql`${videos.publishedAt} is not null`,
    creatorId === undefined
      ? notHidden(requester, videos.creatorId)
      : // A muted creator's own list is not filtered.
        and(eq(videos.creatorId, creatorId), notBlocked(requester, sql`${creatorId}::uuid`)),
    categories && inArray(videos.category, [...categories]),
    isAfter,
  )
  return selectListed(db).where(where).orderBy(desc(videos.publishedAt), desc(videos.id)).limit(limit)
}

/** Returns public videos (in these categories), the most viewed first. */
export async function listPopularVideos(
  db: Executor,
  { categories, requester }: Pick<Filter, 'categories' | 'requester'>,
  limit: number,
  after?: Pick<ListedVideo, 'id' | 'viewsCount'>,
): Promise<ListedVideo[]> {
  const where = and(
    isVisibleToAll,
    sql`${videos.publishedAt} is not null`,
    notHidden(requester, videos.creatorId),
    categories && inArray(videos.category, [...categories]),
    after && sql`(${videos.viewsCount}, ${videos.id}) < (${after.viewsCount}, ${after.id}::uuid)`,
  )
  return selectListed(db).where(where).orderBy(desc(videos.viewsCount), desc(videos.id)).limit(limit)
}

function selectListed(db: Executor) {
  return db.select(COLUMNS).from(videos).innerJoin(users, eq(users.id, videos.creatorId)).$dynamic()
}

/** Limit of the candidates of each kind: it bounds the cost, however many videos a category has. */
const MAX_CANDIDATES = 60

type Subject = { id: string; creatorId: string; category: string; tags: readonly string[] }

/**
 * Returns the ids of the public videos that are most related to a video. The score grows with the same creator, the same
 * category, common tags and views, and falls with the age. The newest videos of all fill the list.
 */
export async function listRelatedIds(
  db: Executor,
  subject: Subject,
  requester: Caller | null,
  limit: number,
): Promise<string[]> {
  const { id, creatorId, category } = subject
  const tags = sql`${sql.param(subject.tags.map((tag) => tag.toLowerCase()))}::text[]`
  const words = toAnyTsQuery(subject.tags)
  const candidates = (condition: SQL, order: SQL) => sql`(
    select videos.id from videos
    where ${condition} and is_published and is_public and state = 'ready' and videos.id <> ${id}
      and ${notHidden(requester, sql`creator_id`)}
    order by ${order} limit ${MAX_CANDIDATES})`
  const byTime = sql`published_at desc, videos.id desc`
  const { rows } = await db.execute<{ id: string }>(sql`
    with candidates as (
      ${candidates(sql`creator_id = ${creatorId}`, sql`videos.id desc`)}
      union ${candidates(sql`category = ${category}`, byTime)}
      union ${candidates(sql`published_at is not null`, byTime)}
      ${words ? sql`union ${candidates(sql`search @@ ${words}`, sql`videos.id desc`)}` : sql``}
    )
    select videos.id from candidates
    -- The limit makes the planner look up each candidate, rather than read the whole table.
    cross join lateral (
      select id, creator_id, category, tags, views_count, published_at from videos
      where videos.id = candidates.id limit 1
    ) videos
    join users on users.id = videos.creator_id and users.is_active
    order by
      case when videos.creator_id = ${creatorId} then 2 else 0 end
      + case when videos.category = ${category} then 1.5 else 0 end
      + 1.5 * (select count(*) from unnest(videos.tags) as tag where lower(tag) = any(${tags}))
      + log(1 + videos.views_count) / 2
      - ln(1 + greatest(0, extract(epoch from now() - videos.published_at)) / 86400) / 4 desc nulls last,
      videos.id desc
    limit ${limit}`)
  return rows.map((row) => row.id)
}
