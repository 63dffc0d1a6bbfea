import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import { MAX_UUID } from '#server/db/prepared.ts'
import { isShortPrefix, toTsQuery } from '#server/db/search-words.ts'
import { notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { isListedFor } from '#server/features/live/streams/announced-queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { SearchCursor, SearchQuery } from './search-query.ts'

/**
 * Candidates of a type that are ranked, preselected in index order: the newest posts and streams. This bounds the cost
 * of a page, however common a word is.
 */
const MAX_CANDIDATES = 300

/** The newest rows that are matched one by one where the index would return too many. */
const SCAN_SIZE = 2000

export type PostCandidate = { id: string; likesCount: number; createdAt: string; isExact: boolean }

/** The newest matching posts of active users who are not hidden from the requester, optionally created until a time. */
export async function listPostCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  { requester, until }: { requester: Caller | null; until: Date | null },
): Promise<PostCandidate[]> {
  // By id, so that the index skips the later posts: a forged cursor may contain any time.
  const end = until ? lastIdBefore(until.getTime() + 1) : MAX_UUID
  const matching = (from: SQL, match: SQL) => sql`(
    select posts.id, likes_count as "likesCount", posts.created_at as "createdAt",
      posts.search @@ ${exactQuery(searchQuery)} as "isExact"
    from ${from} join users on users.id = author_id and users.is_active
    where posts.search @@ ${match} and posts.hidden_at is null and posts.id < ${end}
      and ${notHidden(requester, sql`author_id`)}
    order by posts.id desc limit ${MAX_CANDIDATES})`
  const newest = sql`(
    select id, author_id, likes_count, created_at, hidden_at, search from posts where id < ${end}
    order by id desc limit ${SCAN_SIZE}) posts`
  const { rows } = await db.execute<PostCandidate>(matchesIn(searchQuery, sql`posts`, newest, matching))
  return rows
}

/**
 * Returns the matches in a whole table; those of a prefix of one or two letters only in its newest rows, in addition to
 * the exact matches.
 */
function matchesIn(
  searchQuery: SearchQuery,
  table: SQL,
  newest: SQL,
  matching: (from: SQL, match: SQL) => SQL,
): SQL {
  return isShortPrefix(searchQuery.words)
    ? sql`${matching(table, exactQuery(searchQuery))} union ${matching(newest, prefixQuery(searchQuery))}`
    : matching(table, prefixQuery(searchQuery))
}

/** Posts of active users with a hashtag, the newest first, after the cursor. */
export async function listTagged(
  db: Executor,
  tag: string,
  requester: Caller | null,
  { after, limit }: SearchCursor,
): Promise<{ id: string }[]> {
  const afterCursor = after && sql`and post_id < ${after.id}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select post_id as id from post_hashtags join users on users.id = author_id and users.is_active
    where tag = ${tag} ${afterCursor} and ${notHidden(requester, sql`author_id`)}
    order by post_id desc limit ${limit}`)
  return rows
}

export type StreamCandidate = { id: string; isLive: boolean; startedOrCreatedAt: string }

/** Public streams of active users that are listed for the requester: the newest live streams and the newest others. */
export async function listStreamCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  requester: Caller | null,
): Promise<StreamCandidate[]> {
  const inState = (state: SQL) => {
    const matching = (from: SQL, match: SQL) => sql`(
      select streams.id, is_live as "isLive", coalesce(started_at, streams.created_at) as "startedOrCreatedAt"
      from ${from} join users on users.id = streamer_id and users.is_active
      where streams.search @@ ${match} and is_public and ${isListedFor(requester)} and ${state}
        and ${notHidden(requester, sql`streamer_id`)}
      order by streams.id desc limit ${MAX_CANDIDATES})`
    const newest = sql`(
      select id, streamer_id, is_live, is_public, started_at, scheduled_for, created_at, search
      from streams where ${state} order by id desc limit ${SCAN_SIZE}) streams`
    return matchesIn(searchQuery, sql`streams`, newest, matching)
  }
  const { rows } = await db.execute<StreamCandidate>(
    sql`${inState(sql`is_live`)} union ${inState(sql`not is_live`)}`,
  )
  return rows
}

export type VideoCandidate = { id: string; viewsCount: number; publishedAt: string; isExact: boolean }

/** The newest matching public videos of active users, optionally published until a time. */
export async function listVideoCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  { requester, until }: { requester: Caller | null; until: Date | null },
): Promise<VideoCandidate[]> {
  const isPublished = until
    ? sql`published_at <= ${until.toISOString()}::timestamptz`
    : sql`published_at is not null`
  const matching = (from: SQL, match: SQL) => sql`(
    select videos.id, views_count as "viewsCount", published_at as "publishedAt",
      videos.search @@ ${exactQuery(searchQuery)} as "isExact"
    from ${from} join users on users.id = creator_id and users.is_active
    where videos.search @@ ${match} and is_published and is_public and state = 'ready' and ${isPublished}
      and ${notHidden(requester, sql`creator_id`)}
    order by videos.id desc limit ${MAX_CANDIDATES})`
  const newest = sql`(
    select id, creator_id, views_count, published_at, is_published, is_public, state, search
    from videos where is_published and is_public and state = 'ready' and ${isPublished}
    order by published_at desc, id desc limit ${SCAN_SIZE}) videos`
  const { rows } = await db.execute<VideoCandidate>(matchesIn(searchQuery, sql`videos`, newest, matching))
  return rows
}

const exactQuery = ({ words }: SearchQuery) => toTsQuery(words, 'none')
const prefixQuery = ({ words, prefixMatch }: SearchQuery) => toTsQuery(words, prefixMatch)
