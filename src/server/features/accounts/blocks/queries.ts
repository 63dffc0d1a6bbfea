import { type SQL, and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { HidingKind } from '#shared/accounts/blocks.ts'
import type { Executor } from '#server/db/executor.ts'
import type { UserSummaryRow } from '#server/features/accounts/user-lists/present-user-summary.ts'
import { USER_SUMMARY, isFollowedBy } from '#server/features/accounts/user-lists/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type HiddenPair, matchesPair } from '#server/features/accounts/hidden-users/queries.ts'
import { hiddenUsers } from '#server/features/accounts/hidden-users/schema.ts'

type HidingReason = 'blockedAt' | 'blockedByAt' | 'mutedAt'

/** Hides the other user for this reason. Returns false if there was this reason already. The caller must have locked both users. */
export async function addHidingReason(
  tx: Executor,
  pair: HiddenPair,
  reason: HidingReason,
): Promise<boolean> {
  const since = { [reason]: new Date() }
  const rows = await tx
    .insert(hiddenUsers)
    .values({ ...pair, ...since })
    .onConflictDoUpdate({
      target: [hiddenUsers.userId, hiddenUsers.otherId],
      set: since,
      setWhere: sql`${hiddenUsers[reason]} is null`,
    })
    .returning({ userId: hiddenUsers.userId })
  return rows.length > 0
}

/** Removes this reason, and the row with its last reason. Returns false if there was none. The caller must have locked both users. */
export async function removeHidingReason(
  tx: Executor,
  pair: HiddenPair,
  reason: HidingReason,
): Promise<boolean> {
  const hasReason = and(matchesPair(pair), isNotNull(hiddenUsers[reason]))
  const { blockedAt, blockedByAt, mutedAt } = hiddenUsers
  const isOnly = sql`num_nonnulls(${blockedAt}, ${blockedByAt}, ${mutedAt}) = 1`
  const deleted = await tx
    .delete(hiddenUsers)
    .where(and(hasReason, isOnly))
    .returning({ userId: hiddenUsers.userId })
  if (deleted.length > 0) return true
  const updated = await tx
    .update(hiddenUsers)
    .set({ [reason]: null })
    .where(hasReason)
    .returning({ userId: hiddenUsers.userId })
  return updated.length > 0
}

export async function listHiddenIdsOf(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: hiddenUsers.otherId })
    .from(hiddenUsers)
    .where(eq(hiddenUsers.userId, userId))
    .orderBy(hiddenUsers.otherId)
  return rows.map(({ id }) => id)
}

const SINCE_COLUMNS = { block: hiddenUsers.blockedAt, mute: hiddenUsers.mutedAt }

/** Active users whom a user has blocked or muted, the latest first. */
export async function listHidden(
  db: Executor,
  { requester, kind }: { requester: Caller; kind: HidingKind },
  limit: number,
  after?: { since: Date; id: string },
): Promise<(UserSummaryRow & { since: Date })[]> {
  const since = SINCE_COLUMNS[kind]
  const isAfter =
    after && sql`(${since}, ${hiddenUsers.otherId}) < (${after.since.toISOString()}, ${after.id})`
  const rows = await db
    .select({ ...USER_SUMMARY, isFollowing: isFollowedBy(requester), since: asNonNull(since) })
    .from(hiddenUsers)
    .innerJoin(users, eq(users.id, hiddenUsers.otherId))
    .where(and(eq(hiddenUsers.userId, requester.id), isNotNull(since), users.isActive, isAfter))
    .orderBy(desc(since), desc(hiddenUsers.otherId))
    .limit(limit)
  return rows
}

/** The column as non-null, for a query whose condition excludes null. */
const asNonNull = (since: (typeof SINCE_COLUMNS)[HidingKind]): SQL<Date> => sql<Date>`${since}`.mapWith(since)
