import type { WorkerContext } from '#server/feature.ts'
import { userHidden } from '#server/features/accounts/blocks/events.ts'
import { userFollowed, userUnfollowed } from '#server/features/accounts/follows/events.ts'
import { notificationSubjects } from './notification-subject.ts'
import {
  recordNotifications,
  withdrawActorFrom,
  withdrawContentFrom,
  withdrawNotification,
} from './notify.ts'

/** Notifies of follows, and withdraws the notifications that involve a newly hidden user. */
export function listenToAccounts({
  events,
  publish,
  service,
}: Pick<WorkerContext, 'events' | 'publish' | 'service'>): void {
  const dependencies = { publish, subjects: service(notificationSubjects) }
  const followEventOf = (pair: { followerId: string; followingId: string }) =>
    ({ type: 'follow', userId: pair.followingId, actorId: pair.followerId }) as const
  events.within(userFollowed, (tx, pair) => recordNotifications(dependencies, tx, [followEventOf(pair)]))
  events.within(userUnfollowed, (tx, pair) => withdrawNotification(dependencies, tx, followEventOf(pair)))
  events.within(userHidden, async (tx, { userId, otherId, kind }) => {
    await withdrawActorFrom(dependencies, tx, { userId, actorId: otherId })
    if (kind === 'mute') return
    await withdrawActorFrom(dependencies, tx, { userId: otherId, actorId: userId })
    // Posts of a muted user can still be opened; a block hides the posts of both users from each other.
    await withdrawContentFrom(dependencies, tx, { userId, ownerId: otherId })
    await withdrawContentFrom(dependencies, tx, { userId: otherId, ownerId: userId })
  })
}
