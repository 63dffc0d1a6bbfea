import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { wordsQuery } from '#server/db/search-words.ts'
import { isListedFor } from '#server/features/streams/announced-queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { Place, Question } from './question.ts'

/**
 * Ranking looks at so many candidates of a kind at most, chosen by what an index knows: the most followed people, the
 * newest posts and streams. However common a word is, a page costs the same.
 */
const CANDIDATES = 300

export type PersonCandidate = {
  id: string
  firstName: string | null
  lastName: string | null
  handle: string
  followersCount: number
}

/** Active members; those who have the words as they stand are not crowded out by those who have longer ones. */
export async function listPersonCandidates(db: Executor, question: Question): Promise<PersonCandidate[]> {
  const mostFollowed = (match: SQL) => sql`(
    select id from users where is_active and search @@ ${match}
    order by followers_count desc, id desc limit ${CANDIDATES})`
  const { rows } = await db.execute<PersonCandidate>(sql`
    select id, first_name as "firstName", last_name as "lastName", handle, followers_count as "followersCount"
    from (${mostFollowed(whole(question))} union ${mostFollowed(begun(question))}) found join users using (id)`)
  return rows
}

export type PostCandidate = { id: string; likesCount: number; createdAt: string; isWhole: boolean }

/** The newest posts of active members, but none that came after `asOf`. */
export async function listPostCandidates(
  db: Executor,
  question: Question,
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
  { after, limit }: Place,
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
  question: Question,
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

const whole = ({ words }: Question) => wordsQuery(words, 'none')
const begun = ({ words, beginnings }: Question) => wordsQuery(words, beginnings)
