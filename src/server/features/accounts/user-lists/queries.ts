import { type SQL, and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { UserSummary } from '#shared/accounts/follows.ts'
import type { Executor } from '#server/db/executor.ts'
import { notBlocked, notHidden } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { follows } from '#server/features/accounts/follows/schema.ts'
import { SHOWN_USER_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type UserSummaryRow, presentUserSummary } from './present-user-summary.ts'

export type UserFilter = {
  region?: string | undefined
  tag?: string | undefined
  language?: string | undefined
}
type FollowRow = UserSummaryRow & { followId: string }

/** The columns of a user in a list. */
export const USER_SUMMARY = {
  ...SHOWN_USER_COLUMNS,
  isPremium: users.isPremium,
  followersCount: users.followersCount,
}

/** A user's place in the list of `listLiveFirst`. */
export type LiveFirstCursor = Pick<UserRow, 'followersCount' | 'id'> & { isLive: boolean }

/**
 * Active users that match every given filter: those who are live, then the others, in both groups the most followed first.
 * Each group is read in the order of its index.
 */
export async function listLiveFirst(
  db: Executor,
  filter: UserFilter,
  requester: Caller | null,
  limit: number,
  after?: LiveFirstCursor,
): Promise<UserSummaryRow[]> {
  const isLive = sql`${users.liveStreamId} is not null`
  const live =
    after?.isLive === false
      ? []
      : await listMostFollowed(db, filter, { requester, group: isLive, limit, after })
  if (live.length >= limit) return live
  const others = await listMostFollowed(db, filter, {
    requester,
    group: isNull(users.liveStreamId),
    limit: limit - live.length,
    after: after?.isLive ? undefined : after,
  })
  return [...live, ...others]
}

type Group = {
  requester: Caller | null
  /** A condition on `users`. */
  group: SQL
  limit: number
  after: Pick<UserRow, 'followersCount' | 'id'> | undefined
}

function listMostFollowed(
  db: Executor,
  { region, tag, language }: UserFilter,
  { requester, group, limit, after }: Group,
): Promise<UserSummaryRow[]> {
  return db
    .select({ ...USER_SUMMARY, isFollowing: isFollowedBy(requester) })
    .from(users)
    .where(
      and(
        users.isActive,
        group,
        region === undefined ? undefined : eq(users.heritageRegion, region),
        tag === undefined ? undefined : containsWord(users.collaborationTags, tag),
        language === undefined ? undefined : containsWord(users.languages, language),
        notHidden(requester, users.id),
        after &&
          sql`(${users.followersCount}, ${users.id}) < (${after.followersCount}::int, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(users.followersCount), desc(users.id))
    .limit(limit)
}

/** `followers`: the users who follow a user; `following`: the users that it follows. */
type FollowSide = 'followers' | 'following'

/** A user's active followers, or the active users that it follows; the latest follow first. None if there is a block between the user and the requester. */
export function listFollows(
  db: Executor,
  { userId, side }: { userId: string; side: FollowSide },
  requester: Caller | null,
  limit: number,
  afterId?: string,
): Promise<FollowRow[]> {
  const [userColumn, listedColumn] =
    side === 'followers'
      ? [follows.followingId, follows.followerId]
      : [follows.followerId, follows.followingId]
  return db
    .select({ ...USER_SUMMARY, followId: follows.id, isFollowing: isFollowedBy(requester) })
    .from(follows)
    .innerJoin(users, eq(users.id, listedColumn))
    .where(
      and(
        eq(userColumn, userId),
        users.isActive,
        notHidden(requester, users.id),
        notBlocked(requester, sql`${userId}::uuid`),
        afterId === undefined ? undefined : lt(follows.id, afterId),
      ),
    )
    .orderBy(desc(follows.id))
    .limit(limit)
}

/** Users in the order of the ids, as presented to the requester; omits inactive and unknown ones. */
export async function listUserSummariesByIds(
  db: Executor,
  ids: readonly string[],
  requester: Caller | null,
): Promise<UserSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...USER_SUMMARY, isFollowing: isFollowedBy(requester) })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.isActive))
  const summaryById = new Map(rows.map((row) => [row.id, presentUserSummary(row, requester)]))
  return ids.flatMap((id) => summaryById.get(id) ?? [])
}

/**
 * Whether the requester follows the row's user: one index lookup per row, however many users the requester follows
 * (with `exists` the planner would hash all of its follows first).
 */
export function isFollowedBy(requester: Caller | null): SQL<boolean> {
  if (!requester) return sql<boolean>`false`
  // `users.id` is spelled out, as Drizzle omits the table name in a query of a single table.
  return sql<boolean>`coalesce((
    select true from follows own where own.follower_id = ${requester.id} and own.following_id = users.id limit 1), false)`
}

/** Matches the word as given or in lower case, in which most tags are stored. */
function containsWord(list: typeof users.languages | typeof users.collaborationTags, word: string): SQL {
  return sql`${list} && ${sql.param([...new Set([word, word.toLowerCase()])])}::text[]`
}
