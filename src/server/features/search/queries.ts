import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { prepared } from '#server/db/prepared.ts'
import { wordsQuery, wordsTerm } from '#server/db/search-words.ts'
import { isListedFor } from '#server/features/stream-schedule/announced-queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { SearchCursor, SearchQuery } from './search-query.ts'

/**
 * Ranking looks at so many candidates of a kind at most, chosen by what an index knows: the most followed people, the
 * newest posts and streams. However common a word is, a page costs the same.
 */
export const CANDIDATES = 300
/** Where only the best few are shown. */
export const FEW_CANDIDATES = 100

export type UserCandidate = {
  id: string
  firstName: string | null
  lastName: string | null
  handle: string
  followersCount: number
}

/** So many of the most followed members are looked at one by one before the index of words is asked. */
const SCANNED = 500
/** A word that so many of them have is common: the index would give a large part of all members, to be sorted. */
const COMMON = 50

/**
 * Active members, the most followed that match; those who have the words as they stand are not crowded out by those who
 * have longer ones. A common word is found among the most followed, a rare one by the index of words, so that both are
 * cheap.
 */
export function listUserCandidates(
  db: Executor,
  question: SearchQuery,
  limit: keyof typeof personCandidates = CANDIDATES,
): Promise<UserCandidate[]> {
  const { words, beginnings } = question
  const terms = { whole: wordsTerm(words, 'none'), begun: wordsTerm(words, beginnings) }
  return personCandidates[limit](db, terms)
}

type Terms = { whole: string; begun: string }

const CANDIDATE = sql`id, first_name, last_name, handle, followers_count`

function personCandidatesOf(limit: number) {
  const whole = sql`${sql.placeholder('whole')}::tsquery`
  const begun = sql`${sql.placeholder('begun')}::tsquery`
  const mostFollowed = (from: SQL) =>
    sql`(
      select ${CANDIDATE} from ${from} order by followers_count desc, id desc limit ${sql.raw(String(limit))})`
  const indexed = (match: SQL, isRare: SQL) =>
    mostFollowed(sql`users where is_active and search @@ ${match} and ${isRare}`)
  return prepared<Terms, UserCandidate>(
    `search_people_${limit}`,
    sql`
    with scanned as materialized (
      select ${CANDIDATE}, search @@ ${whole} as is_whole
      from (
        select ${CANDIDATE}, search from users where is_active
        order by followers_count desc, id desc limit ${sql.raw(String(SCANNED))}
      ) most_followed
      where search @@ ${begun}
    ), rare as materialized (
      select count(*) < ${sql.raw(String(COMMON))} as begun,
        count(*) filter (where is_whole) < ${sql.raw(String(COMMON))} as whole
      from scanned
    ), found as (
      ${mostFollowed(sql`scanned`)}
      union ${mostFollowed(sql`scanned where is_whole`)}
      union ${indexed(whole, sql`(select whole from rare)`)}
      union ${indexed(begun, sql`(select begun from rare)`)}
    )
    select id, first_name as "firstName", last_name as "lastName", handle, followers_count as "followersCount"
    from found`,
  )
}

const personCandidates = {
  [FEW_CANDIDATES]: personCandidatesOf(FEW_CANDIDATES),
  [CANDIDATES]: personCandidatesOf(CANDIDATES),
}

export type PostCandidate = { id: string; likesCount: number; createdAt: string; isWhole: boolean }

/** The newest posts of active members, but none that came after `asOf`. */
export async function listPostCandidates(
  db: Executor,
  question: SearchQuery,
  asOf: Date,
): Promise<PostCandidate[]> {
  const { rows } = await db.execute<PostCandidate>(sql`
    select posts.id, posts.likes_count as "likesCount", posts.created_at as "createdAt",
      posts.search @@ ${whole(question)} as "isWhole"
    from posts join users on users.id = posts.author_id and users.is_active
    where posts.search @@ ${begun(question)} and posts.created_at <= ${asOf.toISOString()}::timestamptz
    order by posts.id desc limit ${CANDIDATES}`)
  return rows
}

/** Posts of active members with a hashtag, the newest first, after a place. */
export async function listTagged(
  db: Executor,
  tag: string,
  { after, limit }: SearchCursor,
): Promise<{ id: string }[]> {
  const later = after && sql`and post_id < ${after.id}`
  const { rows } = await db.execute<{ id: string }>(sql`
    select post_id as id from post_hashtags join users on users.id = author_id and users.is_active
    where tag = ${tag} ${later} order by post_id desc limit ${limit}`)
  return rows
}

export type StreamCandidate = { id: string; isLive: boolean; at: string }

/** Public streams of active members that are listed for the viewer: those that are live, and the newest. */
export async function listStreamCandidates(
  db: Executor,
  question: SearchQuery,
  viewer: Caller | null,
): Promise<StreamCandidate[]> {
  const matching = (state: SQL) => sql`(
    select streams.id, is_live as "isLive", coalesce(started_at, streams.created_at) as at
    from streams join users on users.id = streamer_id and users.is_active
    where streams.search @@ ${begun(question)} and is_public and ${isListedFor(viewer)} and ${state}
    order by streams.id desc limit ${CANDIDATES})`
  const { rows } = await db.execute<StreamCandidate>(
    sql`${matching(sql`is_live`)} union all ${matching(sql`not is_live`)}`,
  )
  return rows
}

const whole = ({ words }: SearchQuery) => wordsQuery(words, 'none')
const begun = ({ words, beginnings }: SearchQuery) => wordsQuery(words, beginnings)
