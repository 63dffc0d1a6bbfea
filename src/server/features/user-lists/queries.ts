import { type SQL, and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { UserSummary } from '#shared/follows.ts'
import type { Executor } from '#server/db/executor.ts'
import { follows } from '#server/features/follows/schema.ts'
import { USER_REF_COLUMNS } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type UserSummaryRow, presentUserSummary } from './present-user-summary.ts'

export type UserFilter = {
  region?: string | undefined
  tag?: string | undefined
  language?: string | undefined
}
type FollowRow = UserSummaryRow & { followId: string }

/** What a list shows of a member. */
export const USER_SUMMARY = {
  ...USER_REF_COLUMNS,
  followersCount: users.followersCount,
}

/** Active members that fit all of the filter, the most followed first. */
export function listMostFollowed(
  db: Executor,
  { region, tag, language }: UserFilter,
  viewer: Caller | null,
  limit: number,
  after?: { followersCount: number; id: string },
): Promise<UserSummaryRow[]> {
  return db
    .select({ ...USER_SUMMARY, isFollowing: isFollowedBy(viewer) })
    .from(users)
    .where(
      and(
        users.isActive,
        region === undefined ? undefined : eq(users.heritageRegion, region),
        tag === undefined ? undefined : holds(users.collaborationTags, tag),
        language === undefined ? undefined : holds(users.languages, language),
        after &&
          sql`(${users.followersCount}, ${users.id}) < (${after.followersCount}::int, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(users.followersCount), desc(users.id))
    .limit(limit)
}

/** Which end of a follow a list is of: those who follow a member, or those whom it follows. */
type FollowSide = 'followers' | 'following'

/** Active members on one side of a member's follows, the latest follow first. */
export function listFollows(
  db: Executor,
  { of, side }: { of: string; side: FollowSide },
  viewer: Caller | null,
  limit: number,
  afterId?: string,
): Promise<FollowRow[]> {
  const [mine, theirs] =
    side === 'followers'
      ? [follows.followingId, follows.followerId]
      : [follows.followerId, follows.followingId]
  return db
    .select({ ...USER_SUMMARY, followId: follows.id, isFollowing: isFollowedBy(viewer) })
    .from(follows)
    .innerJoin(users, eq(users.id, theirs))
    .where(and(eq(mine, of), users.isActive, afterId === undefined ? undefined : lt(follows.id, afterId)))
    .orderBy(desc(follows.id))
    .limit(limit)
}

/** These members in the order of the ids, as this viewer sees them; inactive and absent ones are left out. */
export async function listUserSummariesByIds(
  db: Executor,
  ids: readonly string[],
  viewer: Caller | null,
): Promise<UserSummary[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ ...USER_SUMMARY, isFollowing: isFollowedBy(viewer) })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.isActive))
  const persons = new Map(rows.map((row) => [row.id, presentUserSummary(row, viewer)]))
  return ids.flatMap((id) => persons.get(id) ?? [])
}

/**
 * Whether the viewer follows the member of the row: one look into an index each, however many the viewer follows
 * (`exists` would read them all into a table first).
 */
export function isFollowedBy(viewer: Caller | null): SQL<boolean> {
  if (!viewer) return sql<boolean>`false`
  // The table is written out: where it is the only one of a query, its columns stand there without it.
  return sql<boolean>`coalesce((
    select true from follows own where own.follower_id = ${viewer.id} and own.following_id = users.id limit 1), false)`
}

/** As it is written, or in small letters: tags mostly are. */
function holds(list: typeof users.languages | typeof users.collaborationTags, word: string): SQL {
  return sql`${list} && ${sql.param([...new Set([word, word.toLowerCase()])])}::text[]`
}
