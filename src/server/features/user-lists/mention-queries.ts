import { desc, eq, sql } from 'drizzle-orm'
import { fold, foldedWords } from '#shared/text/fold.ts'
import type { Executor } from '#server/db/executor.ts'
import { toTsQuery } from '#server/db/search-words.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import type { UserSummaryRow } from './present-user-summary.ts'
import { isFollowedBy, USER_SUMMARY } from './queries.ts'

/**
 * The most followed matches, and the latest follows of the requester, that are considered: short prefixes match many.
 */
const MAX_CANDIDATES = 100
const MAX_OWN_FOLLOWS = 1000

/**
 * Active users whose handle or name begins with `prefix`, the text after an `@`: first those whom the requester
 * follows, then those whose handle begins with it, then the most followed.
 */
export async function listMentionable(
  db: Executor,
  prefix: string,
  requester: Caller | null,
  limit: number,
): Promise<UserSummaryRow[]> {
  const words = foldedWords(prefix)
  if (words.length === 0) return []
  const matches = sql`is_active and search @@ ${toTsQuery(words, 'last')}`
  const mostFollowed = sql`(
    select id from users where ${matches} order by followers_count desc, id desc limit ${MAX_CANDIDATES})`
  const followed = sql`(
    select users.id from (
      select following_id from follows where follower_id = ${requester?.id ?? null}
      order by id desc limit ${MAX_OWN_FOLLOWS}) own
    join users on users.id = own.following_id where ${matches} limit ${MAX_CANDIDATES})`
  const isFollowing = isFollowedBy(requester)
  const handlePrefix = fold(prefix).replace(/^@/, '')
  return db
    .select({ ...USER_SUMMARY, isFollowing })
    .from(users)
    .innerJoin(sql`(${mostFollowed} union ${followed}) found`, eq(users.id, sql`found.id`))
    .orderBy(
      // PostgreSQL refuses to order by a constant.
      ...(requester ? [desc(isFollowing)] : []),
      desc(sql`starts_with(${users.handle}, ${handlePrefix})`),
      desc(users.followersCount),
      desc(users.id),
    )
    .limit(limit)
}
