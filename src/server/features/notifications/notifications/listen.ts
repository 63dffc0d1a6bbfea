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

/** Notifies of follows, and takes back what a user should no longer see of another one. */
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
    // A muted user's posts can still be opened, those of the other side of a block cannot.
    await withdrawContentFrom(dependencies, tx, { userId, ownerId: otherId })
    await withdrawContentFrom(dependencies, tx, { userId: otherId, ownerId: userId })
  })
}
