import { type SQL, sql } from 'drizzle-orm'
import type { QueryWord } from '#shared/text/search-words.ts'
import type { Executor } from '#server/db/executor.ts'
import { prepareStatement } from '#server/db/prepared.ts'
import { isShortPrefix, toTsQueryText } from '#server/db/search-words.ts'
import { notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import type { Caller } from '#server/http/access.ts'

/**
 * Users that are ranked, preselected by followers: this bounds the cost of a page, however common a word is. The
 * smaller one is for suggestions, which show only a few and have no second page.
 */
export const MAX_USER_CANDIDATES = 300
export const MAX_SUGGESTION_CANDIDATES = 100

export type UserCandidate = {
  id: string
  firstName: string | null
  lastName: string | null
  handle: string
  followersCount: number
  isLive: boolean
}

/** Words, which a user must all match, and which of them also match as a prefix. */
type Match = { words: readonly QueryWord[]; prefixMatch: 'all' | 'last' }

/** The most followed users that are matched one by one before the GIN index is used. */
const SCAN_SIZE = 500
/** With this many matches among them a word is common: the GIN index would return too many users to sort. */
const COMMON_THRESHOLD = 50
/** Users from the GIN index that are sorted at most: it may return most users, none of them among the most followed. */
const MAX_INDEXED = 5000

/**
 * The most followed active users that match and are not hidden from the requester. Exact matches have a limit of their
 * own, so that prefix matches do not displace them. Common words are matched by scanning the most followed users, rare
 * ones through the GIN index: both are cheap. Prefixes of one or two letters are matched only by the scan.
 */
export function listUserCandidates(
  db: Executor,
  { words, prefixMatch }: Match,
  requester: Caller | null,
  limit: keyof typeof statements = MAX_USER_CANDIDATES,
): Promise<UserCandidate[]> {
  const [exact, prefix] = [toTsQueryText(words, 'none'), toTsQueryText(words, prefixMatch)]
  const terms = { exact, prefix, indexedPrefix: isShortPrefix(words) ? exact : prefix }
  return statements[limit](db, { ...terms, requesterId: requester?.id ?? null })
}

type Terms = { exact: string; prefix: string; indexedPrefix: string }

const isShown = notHidden(sql`${sql.placeholder('requesterId')}::uuid`, sql`id`)

const COLUMNS = sql`id, first_name, last_name, handle, followers_count, live_stream_id`

function prepare(limit: number) {
  const term = (name: keyof Terms) => sql`${sql.placeholder(name)}::tsquery`
  const mostFollowed = (from: SQL) =>
    sql`(select ${COLUMNS} from ${from} order by followers_count desc, id desc limit ${sql.raw(String(limit))})`
  const indexed = (match: SQL, isRare: SQL) =>
    mostFollowed(sql`(
      select ${COLUMNS} from users where is_active and search @@ ${match} and ${isRare} and ${isShown}
      limit ${sql.raw(String(MAX_INDEXED))}) indexed`)
  return prepareStatement<Terms & { requesterId: string | null }, UserCandidate>(
    `user_candidates_${limit}`,
    sql`
    with scanned as materialized (
      select ${COLUMNS}, search @@ ${term('exact')} as is_exact
      from (
        select ${COLUMNS}, search from users where is_active
        order by followers_count desc, id desc limit ${sql.raw(String(SCAN_SIZE))}
      ) most_followed
      where search @@ ${term('prefix')} and ${isShown}
    ), rare as materialized (
      select count(*) < ${sql.raw(String(COMMON_THRESHOLD))} as prefix,
        count(*) filter (where is_exact) < ${sql.raw(String(COMMON_THRESHOLD))} as exact
      from scanned
    ), found as (
      ${mostFollowed(sql`scanned`)}
      union ${mostFollowed(sql`scanned where is_exact`)}
      union ${indexed(term('exact'), sql`(select exact from rare)`)}
      union ${indexed(term('indexedPrefix'), sql`(select prefix from rare)`)}
    )
    select id, first_name as "firstName", last_name as "lastName", handle, followers_count as "followersCount",
      live_stream_id is not null as "isLive"
    from found`,
  )
}

const statements = {
  [MAX_SUGGESTION_CANDIDATES]: prepare(MAX_SUGGESTION_CANDIDATES),
  [MAX_USER_CANDIDATES]: prepare(MAX_USER_CANDIDATES),
}
