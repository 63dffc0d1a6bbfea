import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import {
  type NotificationChange,
  recordNotifications,
  deliverNotifications,
  withdrawNotification,
} from '#server/features/notifications/notify.ts'
import { inboxTopic } from '#server/features/notifications/topics.ts'
import { userTopic } from '#server/features/users/topics.ts'
import { type Executor } from '#server/db/executor.ts'
import { invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { type FollowCounts, deleteFollow, insertFollow, lockPair } from './queries.ts'

type Parts = Pick<Context, 'db' | 'hub' | 'log'>
type Outcome = {
  counts: FollowCounts[]
  notices: NotificationChange[]
  isChanged: boolean
  following: boolean
}

/**
 * Lets a member follow another or not; without a wish it turns what is so. Throws 400 for oneself, 404 for a member
 * that is not there.
 */
export async function setFollow(
  parts: Parts,
  followerId: string,
  followingId: string,
  wish?: boolean,
): Promise<{ following: boolean; followersCount: number }> {
  if (followerId === followingId) throw invalid([{ path: 'userId', key: 'errors.followOneself' }])
  return serializeBy(followerId, `follow ${followingId}`, () =>
    setAndTell(parts, { followerId, followingId }, wish),
  )
}

type Pair = { followerId: string; followingId: string }

async function setAndTell(
  { db, hub, log }: Parts,
  pair: Pair,
  wish: boolean | undefined,
): Promise<{ following: boolean; followersCount: number }> {
  const { followerId, followingId } = pair
  const { counts, notices, isChanged, following } = await db.transaction(async (tx) => {
    const held = await lockPair(tx, pair)
    if (!held.some(({ id }) => id === followingId)) throw notFound('notFound.user')
    if (!held.some(({ id }) => id === followerId)) throw unauthorized()
    return change(tx, pair, held, wish)
  })
  if (isChanged) {
    for (const { id, ...data } of counts) {
      const message = { type: 'user_changed', userId: id, data } as const
      hub.retain(userTopic(id), message)
      hub.publish(userTopic(id), message)
    }
    deliverNotifications({ db, hub, log }, notices)
  }
  const followed = counts.find(({ id }) => id === followingId)
  const follower = counts.find(({ id }) => id === followerId)
  if (!followed || !follower) throw new Error('a follow was not counted')
  const [{ followersCount }, { followingCount }] = [followed, follower]
  const data = { isFollowing: following, followersCount, followingCount }
  hub.publish(inboxTopic(followerId), { type: 'follow_changed', userId: followingId, data })
  return { following, followersCount }
}

async function change(
  tx: Executor,
  pair: Pair,
  held: FollowCounts[],
  wish: boolean | undefined,
): Promise<Outcome> {
  const ended = wish === true ? [] : await deleteFollow(tx, pair)
  if (ended.length > 0) {
    const notices = await withdrawNotification(tx, noticeOf(pair))
    return { counts: ended, notices, isChanged: true, following: false }
  }
  const made = wish === false ? [] : await insertFollow(tx, pair)
  if (made.length === 0) return { counts: held, notices: [], isChanged: false, following: wish === true }
  await recordEvent(tx, {
    eventType: 'member_followed',
    userId: pair.followerId,
    metadata: { followingId: pair.followingId },
  })
  const notices = await recordNotifications(tx, [noticeOf(pair)])
  return { counts: made, notices, isChanged: true, following: true }
}

function noticeOf({ followerId, followingId }: Pair) {
  return { type: 'follow', userId: followingId, actorId: followerId } as const
}
