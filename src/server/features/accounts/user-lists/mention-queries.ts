import { desc, eq, sql } from 'drizzle-orm'
import { fold } from '#shared/text/fold.ts'
import { queryWords } from '#shared/text/search-words.ts'
import type { Executor } from '#server/db/executor.ts'
import { toTsQuery } from '#server/db/search-words.ts'
import { notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { listUserCandidates, MAX_SUGGESTION_CANDIDATES } from './candidate-queries.ts'
import type { UserSummaryRow } from './present-user-summary.ts'
import { isFollowedBy, USER_SUMMARY } from './queries.ts'

/** The latest follows of the requester that are considered. */
const MAX_RECENT_FOLLOWS = 1000

/**
 * Active users whose handle or name begins with `prefix`, the text after an `@`: first users whom the
 * requester follows, then users whose handle begins with `prefix`, then the most followed.
 */
export async function listMentionable(
  db: Executor,
  prefix: string,
  requester: Caller | null,
  limit: number,
): Promise<UserSummaryRow[]> {
  const words = queryWords(prefix)
  if (words.length === 0) return []
  const candidates = await listUserCandidates(
    db,
    { words, prefixMatch: 'last' },
    requester,
    MAX_SUGGESTION_CANDIDATES,
  )
  const mostFollowed = sql`(select unnest(${sql.param(candidates.map(({ id }) => id))}::uuid[]) as id)`
  // The inner limit is applied before the words are matched, so that the index of words is not used.
  const followed = sql`(
    select id from (
      select users.id, is_active, search from follows join users on users.id = following_id
      where follower_id = ${requester?.id ?? null} order by follows.id desc limit ${MAX_RECENT_FOLLOWS}) own
    where is_active and search @@ ${toTsQuery(words, 'last')} limit ${MAX_SUGGESTION_CANDIDATES})`
  const isFollowing = isFollowedBy(requester)
  const handlePrefix = fold(prefix).replace(/^@/, '')
  return db
    .select({ ...USER_SUMMARY, isFollowing })
    .from(users)
    .innerJoin(sql`(${mostFollowed} union ${followed}) found`, eq(users.id, sql`found.id`))
    .where(notHidden(requester, users.id))
    .orderBy(
      // PostgreSQL refuses to order by a constant.
      ...(requester ? [desc(isFollowing)] : []),
      desc(sql`starts_with(${users.handle}, ${handlePrefix})`),
      desc(users.followersCount),
      desc(users.id),
    )
    .limit(limit)
}
