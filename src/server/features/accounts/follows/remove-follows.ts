import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { FollowCountsPublisher } from './follow-counts.ts'
import { type FollowCounts, deleteFollow } from './queries.ts'

type Dependencies = Pick<Context, 'publish'> & { followCounts: FollowCountsPublisher }

/** Deletes the follows between two users in both directions, and publishes it. The caller must have locked both (`lockPair`). */
export async function removeFollowsBetween(
  { publish, followCounts }: Dependencies,
  tx: Executor,
  one: string,
  other: string,
): Promise<void> {
  const removed: { followerId: string; followingId: string }[] = []
  const countsById = new Map<string, FollowCounts>()
  for (const pair of [
    { followerId: one, followingId: other },
    { followerId: other, followingId: one },
  ]) {
    const counts = await deleteFollow(tx, pair)
    if (counts.length > 0) removed.push(pair)
    for (const each of counts) countsById.set(each.id, each)
  }
  afterCommit(tx, () => countsById.forEach((counts, id) => followCounts.update(id, counts)))
  for (const { followerId, followingId } of removed) {
    const followersCount = countsById.get(followingId)?.followersCount ?? 0
    const followingCount = countsById.get(followerId)?.followingCount ?? 0
    const data = { isFollowing: false, followersCount, followingCount }
    publish(tx, toPages(inboxTopic(followerId), { type: 'follow_changed', userId: followingId, data }))
  }
}
