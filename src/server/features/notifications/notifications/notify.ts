import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { type NotificationChange, type NotificationEvent, subjectOf } from './notification-event.ts'
import { openNotifications, upsertActors } from './event-queries.ts'
import { publishChanges } from './publish-changes.ts'
import {
  type Entity,
  deleteNotificationsAbout,
  deleteNotificationsAboutContentOf,
  lockNotificationsOfSubject,
  withdrawActor,
  withdrawAllOfActor,
} from './withdrawal-queries.ts'

/** Their recipient is their only actor. */
const OWN_TYPES: ReadonlySet<NotificationEvent['type']> = new Set([
  'recording',
  'payout',
  'decision',
  'report',
])

/**
 * Records any number of events within the caller's transaction, in two statements. Skips a user's own actions, except
 * `OWN_TYPES`, and recipients who have disabled the type. Restores a recently withdrawn notification as it was. At most one
 * event per recipient and subject.
 */
export async function recordNotifications(
  tx: Executor,
  events: readonly NotificationEvent[],
): Promise<NotificationChange[]> {
  const recorded = events.filter(({ type, userId, actorId }) => userId !== actorId || OWN_TYPES.has(type))
  if (recorded.length === 0) return []
  // The first statement locks the notifications, so that the second sees the actors of concurrent transactions.
  const opened = await openNotifications(tx, recorded)
  const actors = recorded.flatMap((event) => {
    const { userId, actorId } = event
    const subject = subjectOf(event)
    const notification = opened.find((each) => each.userId === userId && each.subject === subject)
    const commentId = event.type === 'comment' ? event.commentId : null
    return notification && !notification.isRestored
      ? { notificationId: notification.id, actorId, commentId }
      : []
  })
  if (actors.length > 0) await upsertActors(tx, actors)
  return opened.map(({ id, userId, isRestored }) =>
    isRestored ? { kind: 'restored', id, userId } : { kind: 'opened', id },
  )
}

/**
 * Takes a recorded event back (an unlike, an unfollow, a deleted comment), read or unread. Its notification is hidden
 * with its last actor. An actor with another comment stays, with that one.
 */
export async function withdrawNotification(
  tx: Executor,
  event: NotificationEvent,
): Promise<NotificationChange[]> {
  const ids = await lockNotificationsOfSubject(tx, event)
  return ids.length === 0 ? [] : toWithdrawals(await withdrawActor(tx, ids, event))
}

/** Takes back all that the actor's actions have told the user, read or unread. */
export async function withdrawActorFrom(
  tx: Executor,
  pair: { userId: string; actorId: string },
): Promise<NotificationChange[]> {
  return toWithdrawals(await withdrawAllOfActor(tx, pair))
}

/** Takes back all that others have told the user about posts and videos of the owner. */
export async function withdrawContentFrom(
  tx: Executor,
  pair: { userId: string; ownerId: string },
): Promise<NotificationChange[]> {
  return toWithdrawals(await deleteNotificationsAboutContentOf(tx, pair))
}

/** Deletes all notifications about a post, a comment, a stream or a video; called before that row is deleted. */
export async function withdrawNotificationsAbout(
  tx: Executor,
  entity: Entity,
): Promise<NotificationChange[]> {
  return toWithdrawals(await deleteNotificationsAbout(tx, entity))
}

function toWithdrawals(notifications: readonly { id: string; userId: string }[]): NotificationChange[] {
  return notifications.map(({ id, userId }) => ({ kind: 'withdrawn', id, userId }))
}

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'>

/** Changes that are not delivered yet: each kind of change of a notification once. */
type Delivery = { pendingByKey: Map<string, NotificationChange>; done: Promise<void> }
/** For each hub whose delivery is running. */
const deliveries = new WeakMap<Hub, Delivery>()
const BATCH_SIZE = 100

/**
 * Publishes changes to the recipients' sockets; called after the commit. Never throws or blocks. Changes that arrive
 * during a delivery are batched and deduplicated, so that a post with many likes costs little more than one with few.
 * Deliveries are sequential, so that no notification is published after its withdrawal.
 */
export function deliverNotifications(
  dependencies: Dependencies,
  changes: readonly NotificationChange[],
): void {
  if (changes.length === 0) return
  const current = deliveries.get(dependencies.hub)
  const delivery: Delivery = current ?? { pendingByKey: new Map(), done: Promise.resolve() }
  for (const change of changes) delivery.pendingByKey.set(`${change.kind} ${change.id}`, change)
  if (current) return
  deliveries.set(dependencies.hub, delivery)
  delivery.done = deliverPending(dependencies, delivery)
}

/** Resolves when nothing is pending for the hub. */
export async function waitForDeliveries(hub: Hub): Promise<void> {
  await deliveries.get(hub)?.done
}

async function deliverPending(dependencies: Dependencies, { pendingByKey }: Delivery): Promise<void> {
  while (pendingByKey.size > 0) {
    const batch = [...pendingByKey].slice(0, BATCH_SIZE)
    for (const [key] of batch) pendingByKey.delete(key)
    try {
      await publishChanges(
        dependencies,
        batch.map(([, change]) => change),
      )
    } catch (error) {
      dependencies.log.error({ err: error }, 'notifications were not delivered')
    }
  }
  deliveries.delete(dependencies.hub)
}
