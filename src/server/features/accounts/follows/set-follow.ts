import { afterCommit } from '#server/db/after-commit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { blocked, invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { toPages } from '#server/realtime/page-message.ts'
import { userFollowed, userUnfollowed } from './events.ts'
import type { FollowCountsPublisher } from './follow-counts.ts'
import { type FollowCounts, deleteFollow, insertFollow, lockPair } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'events' | 'publish'> & { followCounts: FollowCountsPublisher }
type Pair = { followerId: string; followingId: string }
type Outcome = { counts: FollowCounts[]; isChanged: boolean; following: boolean }

/**
 * Follows or unfollows a user; without `desired` it toggles. The lock on both users serializes concurrent calls. Throws
 * 400 when users follow themselves, 403 `blocked`, 404 for a user that does not exist.
 */
export async function setFollow(
  dependencies: Dependencies,
  pair: Pair,
  desired?: boolean,
): Promise<{ following: boolean; followersCount: number }> {
  const { followerId, followingId } = pair
  if (followerId === followingId) throw invalid([{ path: 'userId', key: 'errors.followOneself' }])
  const { db, publish, followCounts } = dependencies
  return db.transaction(async (tx) => {
    const locked = await lockPair(tx, pair)
    if (!locked.some(({ id }) => id === followingId)) throw notFound('notFound.user')
    if (!locked.some(({ id }) => id === followerId)) throw unauthorized()
    const { counts, isChanged, following } = await applyChange(dependencies, tx, pair, locked, desired)
    if (isChanged)
      afterCommit(tx, () => counts.forEach((changed) => followCounts.update(changed.id, changed)))
    const { followersCount } = countsOf(counts, followingId)
    const { followingCount } = countsOf(counts, followerId)
    const data = { isFollowing: following, followersCount, followingCount }
    publish(tx, toPages(inboxTopic(followerId), { type: 'follow_changed', userId: followingId, data }))
    return { following, followersCount }
  })
}

async function applyChange(
  { events }: Pick<Dependencies, 'events'>,
  tx: Executor,
  pair: Pair,
  before: FollowCounts[],
  desired: boolean | undefined,
): Promise<Outcome> {
  const deleted = desired === true ? [] : await deleteFollow(tx, pair)
  if (deleted.length > 0) {
    await events.announce(tx, userUnfollowed, pair)
    return { counts: deleted, isChanged: true, following: false }
  }
  if (desired !== false && (await hasBlockBetween(tx, pair.followerId, pair.followingId))) throw blocked()
  const inserted = desired === false ? [] : await insertFollow(tx, pair)
  if (inserted.length === 0) return { counts: before, isChanged: false, following: desired === true }
  await recordEvent(tx, {
    eventType: 'member_followed',
    userId: pair.followerId,
    metadata: { followingId: pair.followingId },
  })
  await events.announce(tx, userFollowed, pair)
  return { counts: inserted, isChanged: true, following: true }
}

function countsOf(counts: readonly FollowCounts[], userId: string): FollowCounts {
  const found = counts.find(({ id }) => id === userId)
  if (!found) throw new Error('a follow has no counts')
  return found
}
