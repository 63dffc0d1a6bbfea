import { and, eq, exists, inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { follows } from './schema.ts'

/** The follow counts of a user. */
export type FollowCounts = { id: string; followersCount: number; followingCount: number }
type Pair = { followerId: string; followingId: string }

const COUNTS = {
  id: users.id,
  followersCount: users.followersCount,
  followingCount: users.followingCount,
}

/**
 * Locks the rows of both users until the transaction ends, in the order of their ids, so that two users who follow each
 * other concurrently do not deadlock. Returns the users that exist and are active.
 */
export function lockPair(tx: Executor, { followerId, followingId }: Pair): Promise<FollowCounts[]> {
  return tx
    .select(COUNTS)
    .from(users)
    .where(and(inArray(users.id, [followerId, followingId]), users.isActive))
    .orderBy(users.id)
    .for('no key update')
}

/** Returns the counts of an active user. */
export async function findCounts(db: Executor, userId: string): Promise<FollowCounts | undefined> {
  const [counts] = await db
    .select(COUNTS)
    .from(users)
    .where(and(eq(users.id, userId), users.isActive))
  return counts
}

/** Stores a follow and updates both counts; returns [] if it existed. The caller must have locked both (`lockPair`). */
export async function insertFollow(tx: Executor, { followerId, followingId }: Pair): Promise<FollowCounts[]> {
  const inserted = sql`
    insert into ${follows} (id, follower_id, following_id) values (${v7()}, ${followerId}, ${followingId})
    on conflict do nothing returning follower_id, following_id`
  return updateCounts(tx, inserted, 1)
}

/**
 * Deletes a follow and updates both counts; returns [] if there was none. The caller must have locked both
 * (`lockPair`).
 */
export async function deleteFollow(tx: Executor, { followerId, followingId }: Pair): Promise<FollowCounts[]> {
  const deleted = sql`
    delete from ${follows} where follower_id = ${followerId} and following_id = ${followingId}
    returning follower_id, following_id`
  return updateCounts(tx, deleted, -1)
}

export async function followExists(db: Executor, pair: Pair): Promise<boolean> {
  return (await findFollowStart(db, pair)) !== undefined
}

/** Returns when a follow of an active user began. */
export async function findFollowStart(
  db: Executor,
  { followerId, followingId }: Pair,
): Promise<Date | undefined> {
  const [row] = await db
    .select({ createdAt: follows.createdAt })
    .from(follows)
    .where(
      and(
        eq(follows.followerId, followerId),
        eq(follows.followingId, followingId),
        exists(
          db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, follows.followingId), users.isActive)),
        ),
      ),
    )
  return row?.createdAt
}

async function updateCounts(
  tx: Executor,
  change: ReturnType<typeof sql>,
  delta: 1 | -1,
): Promise<FollowCounts[]> {
  const { rows } = await tx.execute<FollowCounts>(sql`
    with change as (${change})
    update ${users} set
      following_count = users.following_count + case when users.id = change.follower_id then ${delta}::int else 0 end,
      followers_count = users.followers_count + case when users.id = change.following_id then ${delta}::int else 0 end
    from change where users.id in (change.follower_id, change.following_id)
    returning users.id, users.followers_count as "followersCount", users.following_count as "followingCount"`)
  return rows
}

/** Deletes all follows by and of a user, and lowers the counts of the others. */
export async function deleteFollowsOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`
    with deleted as (
      delete from ${follows} where follower_id = ${userId} or following_id = ${userId}
      returning follower_id, following_id
    )
    update ${users} set
      following_count = users.following_count - (select count(*)::int from deleted where follower_id = users.id),
      followers_count = users.followers_count - (select count(*)::int from deleted where following_id = users.id)
    where users.id in (select follower_id from deleted union select following_id from deleted)`)
}
