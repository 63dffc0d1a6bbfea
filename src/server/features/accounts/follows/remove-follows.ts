import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import type { FollowCountsPublisher } from './follow-counts.ts'
import { type FollowCounts, deleteFollow } from './queries.ts'

export type RemovedFollows = {
  pairs: { followerId: string; followingId: string }[]
  /** The new counts of both users; empty if neither followed the other. */
  countsById: Map<string, FollowCounts>
}

/** Deletes the follows between two users in both directions. The caller must have locked both (`lockPair`). */
export async function removeFollowsBetween(
  tx: Executor,
  one: string,
  other: string,
): Promise<RemovedFollows> {
  const removed: RemovedFollows = { pairs: [], countsById: new Map() }
  for (const pair of [
    { followerId: one, followingId: other },
    { followerId: other, followingId: one },
  ]) {
    const counts = await deleteFollow(tx, pair)
    if (counts.length > 0) removed.pairs.push(pair)
    for (const each of counts) removed.countsById.set(each.id, each)
  }
  return removed
}

/** Called after the commit. */
export function publishRemovedFollows(
  { hub, followCounts }: Pick<Context, 'hub'> & { followCounts: FollowCountsPublisher },
  { pairs, countsById }: RemovedFollows,
): void {
  for (const [id, counts] of countsById) followCounts.update(id, counts)
  for (const { followerId, followingId } of pairs) {
    const followersCount = countsById.get(followingId)?.followersCount ?? 0
    const followingCount = countsById.get(followerId)?.followingCount ?? 0
    const data = { isFollowing: false, followersCount, followingCount }
    hub.publish(inboxTopic(followerId), { type: 'follow_changed', userId: followingId, data })
  }
}
