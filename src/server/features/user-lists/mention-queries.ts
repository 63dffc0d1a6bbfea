import { desc, eq, sql } from 'drizzle-orm'
import { fold, foldedWords } from '#shared/text/fold.ts'
import type { Executor } from '#server/db/executor.ts'
import { wordsQuery } from '#server/db/search-words.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import type { UserSummaryRow } from './present-user-summary.ts'
import { isFollowedBy, USER_SUMMARY } from './queries.ts'

/** How many of the most followed members, and of the caller's latest follows, are looked at: a short text fits many. */
const CANDIDATES = 100
const OWN_FOLLOWS = 1000

/**
 * Active members whose handle or name begins with what is typed after an `@`: first those whom the caller follows, then
 * those whose handle begins so, then the most followed.
 */
export async function listMentionable(
  db: Executor,
  typed: string,
  caller: Caller | null,
  limit: number,
): Promise<UserSummaryRow[]> {
  const words = foldedWords(typed)
  if (words.length === 0) return []
  const fits = sql`is_active and search @@ ${wordsQuery(words, 'last')}`
  const mostFollowed = sql`(
    select id from users where ${fits} order by followers_count desc, id desc limit ${CANDIDATES})`
  const followed = sql`(
    select users.id from (
      select following_id from follows where follower_id = ${caller?.id ?? null}
      order by id desc limit ${OWN_FOLLOWS}) own
    join users on users.id = own.following_id where ${fits} limit ${CANDIDATES})`
  const isFollowing = isFollowedBy(caller)
  const handlePrefix = fold(typed).replace(/^@/, '')
  return db
    .select({ ...USER_SUMMARY, isFollowing })
    .from(users)
    .innerJoin(sql`(${mostFollowed} union ${followed}) found`, eq(users.id, sql`found.id`))
    .orderBy(
      // PostgreSQL refuses to order by a constant.
      ...(caller ? [desc(isFollowing)] : []),
      desc(sql`starts_with(${users.handle}, ${handlePrefix})`),
      desc(users.followersCount),
      desc(users.id),
    )
    .limit(limit)
}
