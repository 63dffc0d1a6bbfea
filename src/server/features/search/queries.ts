import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'
import { toTsQuery, toTsQueryText } from '#server/db/search-words.ts'
import { isListedFor } from '#server/features/stream-schedule/announced-queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { SearchCursor, SearchQuery } from './search-query.ts'

/**
 * Candidates of a type that are ranked, preselected in index order: the most followed users, the newest posts and
 * streams. This bounds the cost of a page, however common a word is.
 */
export const MAX_CANDIDATES = 300
/** For suggestions, which show only a few and have no second page. */
export const MAX_SUGGESTION_CANDIDATES = 100

export type UserCandidate = {
  id: string
  firstName: string | null
  lastName: string | null
  handle: string
  followersCount: number
}

/** The most followed users that are matched one by one before the GIN index is used. */
const SCAN_SIZE = 500
/** With this many matches among them a word is common: the GIN index would return too many users to sort. */
const COMMON_THRESHOLD = 50

/**
 * The most followed active users that match. Exact matches have a limit of their own, so that prefix matches do not
 * displace them. Common words are matched by scanning the most followed users, rare ones through the GIN index: both
 * are cheap.
 */
export function listUserCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  limit: keyof typeof userCandidates = MAX_CANDIDATES,
): Promise<UserCandidate[]> {
  const { words, prefixMatch } = searchQuery
  const terms = { exact: toTsQueryText(words, 'none'), prefix: toTsQueryText(words, prefixMatch) }
  return userCandidates[limit](db, terms)
}

type Terms = { exact: string; prefix: string }

const CANDIDATE_COLUMNS = sql`id, first_name, last_name, handle, followers_count`

function prepareUserCandidates(limit: number) {
  const exact = sql`${sql.placeholder('exact')}::tsquery`
  const prefix = sql`${sql.placeholder('prefix')}::tsquery`
  const mostFollowed = (from: SQL) =>
    sql`(
      select ${CANDIDATE_COLUMNS} from ${from} order by followers_count desc, id desc limit ${sql.raw(String(limit))})`
  const indexed = (match: SQL, isRare: SQL) =>
    mostFollowed(sql`users where is_active and search @@ ${match} and ${isRare}`)
  return prepareStatement<Terms, UserCandidate>(
    `search_people_${limit}`,
    sql`
    with scanned as materialized (
      select ${CANDIDATE_COLUMNS}, search @@ ${exact} as is_exact
      from (
        select ${CANDIDATE_COLUMNS}, search from users where is_active
        order by followers_count desc, id desc limit ${sql.raw(String(SCAN_SIZE))}
      ) most_followed
      where search @@ ${prefix}
    ), rare as materialized (
      select count(*) < ${sql.raw(String(COMMON_THRESHOLD))} as prefix,
        count(*) filter (where is_exact) < ${sql.raw(String(COMMON_THRESHOLD))} as exact
      from scanned
    ), found as (
      ${mostFollowed(sql`scanned`)}
      union ${mostFollowed(sql`scanned where is_exact`)}
      union ${indexed(exact, sql`(select exact from rare)`)}
      union ${indexed(prefix, sql`(select prefix from rare)`)}
    )
    select id, first_name as "firstName", last_name as "lastName", handle, followers_count as "followersCount"
    from found`,
  )
}

const userCandidates = {
  [MAX_SUGGESTION_CANDIDATES]: prepareUserCandidates(MAX_SUGGESTION_CANDIDATES),
  [MAX_CANDIDATES]: prepareUserCandidates(MAX_CANDIDATES),
}

export type PostCandidate = { id: string; likesCount: number; createdAt: string; isExact: boolean }

/** The newest matching posts of active users, created until `asOf`. */
export async function listPostCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  asOf: Date,
): Promise<PostCandidate[]> {
  const { rows } = await db.execute<PostCandidate>(sql`
    select posts.id, posts.likes_count as "likesCount", posts.created_at as "createdAt",
      posts.search @@ ${exactQuery(searchQuery)} as "isExact"
    from posts join users on users.id = posts.author_id and users.is_active
    where posts.search @@ ${prefixQuery(searchQuery)} and posts.created_at <= ${asOf.toISOString()}::timestamptz
    order by posts.id desc limit ${MAX_CANDIDATES}`)
  return rows
}

/** Posts of active users with a hashtag, the newest first, after the cursor. */
export async function listTagged(
  db: Executor,
  tag: string,
  { after, limit }: SearchCursor,
): Promise<{ id: string }[]> {
  const afterCursor = after && sql`and post_id < ${after.id}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select post_id as id from post_hashtags join users on users.id = author_id and users.is_active
    where tag = ${tag} ${afterCursor} order by post_id desc limit ${limit}`)
  return rows
}

export type StreamCandidate = { id: string; isLive: boolean; startedOrCreatedAt: string }

/** Public streams of active users that are listed for the requester: the newest live ones and the newest others. */
export async function listStreamCandidates(
  db: Executor,
  searchQuery: SearchQuery,
  requester: Caller | null,
): Promise<StreamCandidate[]> {
  const matching = (state: SQL) => sql`(
    select streams.id, is_live as "isLive", coalesce(started_at, streams.created_at) as "startedOrCreatedAt"
    from streams join users on users.id = streamer_id and users.is_active
    where streams.search @@ ${prefixQuery(searchQuery)} and is_public and ${isListedFor(requester)} and ${state}
    order by streams.id desc limit ${MAX_CANDIDATES})`
  const { rows } = await db.execute<StreamCandidate>(
    sql`${matching(sql`is_live`)} union all ${matching(sql`not is_live`)}`,
  )
  return rows
}

const exactQuery = ({ words }: SearchQuery) => toTsQuery(words, 'none')
const prefixQuery = ({ words, prefixMatch }: SearchQuery) => toTsQuery(words, prefixMatch)
