import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import type { NotificationChange } from '#server/features/notifications/notifications/notification-event.ts'
import {
  recordNotifications,
  deliverNotifications,
  withdrawNotification,
} from '#server/features/notifications/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/notifications/topics.ts'
import type { Executor } from '#server/db/executor.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { blocked, invalid, notFound, unauthorized } from '#server/http/errors.ts'
import type { FollowCountsPublisher } from './follow-counts.ts'
import { type FollowCounts, deleteFollow, insertFollow, lockPair } from './queries.ts'

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'> & { followCounts: FollowCountsPublisher }
type Pair = { followerId: string; followingId: string }
type Outcome = {
  counts: FollowCounts[]
  notifications: NotificationChange[]
  isChanged: boolean
  following: boolean
}

/**
 * Follows or unfollows a user; without `desired` it toggles. The lock on both users serializes concurrent calls. Throws
 * 400 when users follow themselves, 403 `blocked`, 404 for a user that does not exist.
 */
export async function setFollow(
  { db, hub, log, followCounts }: Dependencies,
  pair: Pair,
  desired?: boolean,
): Promise<{ following: boolean; followersCount: number }> {
  const { followerId, followingId } = pair
  if (followerId === followingId) throw invalid([{ path: 'userId', key: 'errors.followOneself' }])
  const { counts, notifications, isChanged, following } = await db.transaction(async (tx) => {
    const locked = await lockPair(tx, pair)
    if (!locked.some(({ id }) => id === followingId)) throw notFound('notFound.user')
    if (!locked.some(({ id }) => id === followerId)) throw unauthorized()
    return applyChange(tx, pair, locked, desired)
  })
  if (isChanged) {
    for (const changed of counts) followCounts.update(changed.id, changed)
    deliverNotifications({ db, hub, log }, notifications)
  }
  const { followersCount } = countsOf(counts, followingId)
  const { followingCount } = countsOf(counts, followerId)
  const data = { isFollowing: following, followersCount, followingCount }
  hub.publish(inboxTopic(followerId), { type: 'follow_changed', userId: followingId, data })
  return { following, followersCount }
}

async function applyChange(
  tx: Executor,
  pair: Pair,
  before: FollowCounts[],
  desired: boolean | undefined,
): Promise<Outcome> {
  const deleted = desired === true ? [] : await deleteFollow(tx, pair)
  if (deleted.length > 0) {
    const notifications = await withdrawNotification(tx, eventOf(pair))
    return { counts: deleted, notifications, isChanged: true, following: false }
  }
  if (desired !== false && (await hasBlockBetween(tx, pair.followerId, pair.followingId))) throw blocked()
  const inserted = desired === false ? [] : await insertFollow(tx, pair)
  if (inserted.length === 0)
    return { counts: before, notifications: [], isChanged: false, following: desired === true }
  await recordEvent(tx, {
    eventType: 'member_followed',
    userId: pair.followerId,
    metadata: { followingId: pair.followingId },
  })
  const notifications = await recordNotifications(tx, [eventOf(pair)])
  return { counts: inserted, notifications, isChanged: true, following: true }
}

function eventOf({ followerId, followingId }: Pair) {
  return { type: 'follow', userId: followingId, actorId: followerId } as const
}

function countsOf(counts: readonly FollowCounts[], userId: string): FollowCounts {
  const found = counts.find(({ id }) => id === userId)
  if (!found) throw new Error('a follow has no counts')
  return found
}
