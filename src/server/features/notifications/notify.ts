import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { type NotificationEvent, subjectOf } from './notification-event.ts'
import {
  type Entity,
  deleteActor,
  deleteNotificationsAbout,
  insertActors,
  lockNotificationsOfSubject,
  openNotifications,
} from './event-queries.ts'
import { presentNotification } from './present-notification.ts'
import { countUnread, listByIds, listRecipients } from './queries.ts'
import { findWithdrawn, markUndelivered, recordWithdrawal } from './withdrawals.ts'
import { inboxTopic } from './topics.ts'

/**
 * A change of a notification, to be delivered after the transaction's commit. `withdrawnFrom` is the recipient of a
 * deleted notification, null for a new or changed one.
 */
export type NotificationChange = { id: string; withdrawnFrom: string | null }

/**
 * Records any number of events within the caller's transaction, in two statements. Skips a user's own actions and
 * recipients who have disabled the type. Restores a recently withdrawn notification as it was, without delivering it
 * again. At most one event per recipient and subject.
 */
export async function recordNotifications(
  tx: Executor,
  events: readonly NotificationEvent[],
): Promise<NotificationChange[]> {
  const recorded = events
    .filter(({ userId, actorId }) => userId !== actorId)
    .map((event) => ({ ...event, withdrawn: findWithdrawn(event) }))
  if (recorded.length === 0) return []
  // The first statement locks the notifications, so that the second sees the actors of concurrent transactions.
  const opened = await openNotifications(tx, recorded)
  const actors = recorded.flatMap((event) => {
    const { userId, actorId } = event
    const subject = subjectOf(event)
    const notification = opened.find((each) => each.userId === userId && each.subject === subject)
    const commentId = event.type === 'comment' ? event.commentId : null
    return notification ? { notificationId: notification.id, actorId, commentId } : []
  })
  if (actors.length > 0) await insertActors(tx, actors)
  return opened.flatMap(({ id, isRestored }) => (isRestored ? [] : { id, withdrawnFrom: null }))
}

/**
 * Reverts a recorded event (an unlike, an unfollow, a deleted comment), read or unread: removes the actor from the
 * notification, and deletes the notification with its last actor. An actor with another comment stays, with that one.
 */
export async function withdrawNotification(
  tx: Executor,
  event: NotificationEvent,
): Promise<NotificationChange[]> {
  const stateById = await lockNotificationsOfSubject(tx, event)
  if (stateById.size === 0) return []
  const withoutActor = await deleteActor(tx, [...stateById.keys()], event)
  for (const { id } of withoutActor) {
    const state = stateById.get(id)
    if (state) recordWithdrawal(event, { id, ...state })
  }
  return toWithdrawals(withoutActor.filter(({ isDeleted }) => isDeleted))
}

/** Withdraws all notifications about a post, a comment or a stream; called before that row is deleted. */
export async function withdrawNotificationsAbout(
  tx: Executor,
  entity: Entity,
): Promise<NotificationChange[]> {
  return toWithdrawals(await deleteNotificationsAbout(tx, entity))
}

function toWithdrawals(notifications: readonly { id: string; userId: string }[]): NotificationChange[] {
  return notifications.map(({ id, userId }) => ({ id, withdrawnFrom: userId }))
}

type Dependencies = Pick<Context, 'db' | 'hub' | 'log'>

/** The changes of later batches by notification id, and the new notifications that the current batch reads. */
type Delivery = {
  pendingById: Map<string, NotificationChange>
  readingIds: Set<string>
  done: Promise<void>
}
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
  const delivery: Delivery = current ?? {
    pendingById: new Map(),
    readingIds: new Set(),
    done: Promise.resolve(),
  }
  const { pendingById, readingIds } = delivery
  for (const change of changes) {
    const wasPending = pendingById.get(change.id)?.withdrawnFrom === null
    pendingById.set(change.id, change)
    if (change.withdrawnFrom === null) continue
    const wasRead = readingIds.delete(change.id)
    if (wasPending || wasRead) markUndelivered(change.id)
  }
  if (current) return
  deliveries.set(dependencies.hub, delivery)
  delivery.done = deliverPending(dependencies, delivery)
}

/** Resolves when nothing is pending for the hub. */
export async function waitForDeliveries(hub: Hub): Promise<void> {
  await deliveries.get(hub)?.done
}

async function deliverPending(
  dependencies: Dependencies,
  { pendingById, readingIds }: Delivery,
): Promise<void> {
  while (pendingById.size > 0) {
    const changes = [...pendingById.values()].slice(0, BATCH_SIZE)
    for (const { id } of changes) pendingById.delete(id)
    for (const { id, withdrawnFrom } of changes) if (withdrawnFrom === null) readingIds.add(id)
    try {
      await publishOpened(dependencies, readingIds)
      readingIds.clear()
      await publishWithdrawn(dependencies, changes)
    } catch (error) {
      dependencies.log.error({ err: error }, 'notifications were not delivered')
    }
    readingIds.clear()
  }
  deliveries.delete(dependencies.hub)
}

/**
 * Reads and publishes these notifications, and removes them from `ids`; marks those that are already deleted. A
 * withdrawal that arrives while they are read removes its notification, which is then not published.
 */
async function publishOpened({ db, hub }: Dependencies, ids: Set<string>): Promise<void> {
  const all = ids.size > 0 ? await listRecipients(db, [...ids]) : []
  const existingIds = new Set(all.map(({ notificationId }) => notificationId))
  for (const id of ids) if (!existingIds.has(id)) markUndelivered(id)
  const connected = all.filter(({ recipient }) => hub.hasSubscribers(inboxTopic(recipient.id)))
  if (connected.length === 0) return
  const recipientById = new Map(connected.map(({ recipient }) => [recipient.id, recipient]))
  const rows = await listByIds(
    db,
    connected.map(({ notificationId }) => notificationId),
  )
  const unreadByUserId = await countUnread(db, [...recipientById.keys()])
  for (const row of rows) {
    if (!ids.delete(row.id)) continue
    const { userId } = row
    const data = presentNotification(row, recipientById.get(userId) ?? null)
    const unreadCount = unreadByUserId.get(userId) ?? 0
    hub.publish(inboxTopic(userId), { type: 'notification', unreadCount, data })
  }
}

async function publishWithdrawn(
  { db, hub }: Dependencies,
  changes: readonly NotificationChange[],
): Promise<void> {
  const idsByUserId = new Map<string, string[]>()
  for (const { id, withdrawnFrom } of changes) {
    if (withdrawnFrom === null || !hub.hasSubscribers(inboxTopic(withdrawnFrom))) continue
    idsByUserId.set(withdrawnFrom, [...(idsByUserId.get(withdrawnFrom) ?? []), id])
  }
  if (idsByUserId.size === 0) return
  const unreadByUserId = await countUnread(db, [...idsByUserId.keys()])
  for (const [userId, ids] of idsByUserId) {
    const unreadCount = unreadByUserId.get(userId) ?? 0
    hub.publish(inboxTopic(userId), { type: 'notifications_withdrawn', ids, unreadCount })
  }
}
