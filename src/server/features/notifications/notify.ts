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
 * A change of a notification, to be delivered after the transaction's commit. `opened` is a new notification or one
 * with new events. A restored one is not delivered again; only its recipient's unread count is published.
 */
export type NotificationChange =
  | { kind: 'opened'; id: string }
  | { kind: 'withdrawn' | 'restored'; id: string; userId: string }

/**
 * Records any number of events within the caller's transaction, in two statements. Skips a user's own actions and
 * recipients who have disabled the type. Restores a recently withdrawn notification as it was. At most one
 * event per recipient and subject.
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
  return opened.map(({ id, userId, isRestored }) =>
    isRestored ? { kind: 'restored', id, userId } : { kind: 'opened', id },
  )
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
  return notifications.map(({ id, userId }) => ({ kind: 'withdrawn', id, userId }))
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
    const wasPending = pendingById.get(change.id)?.kind === 'opened'
    // The delivery of an opened notification also publishes the unread count.
    if (change.kind === 'restored' && wasPending) continue
    pendingById.set(change.id, change)
    if (change.kind !== 'withdrawn') continue
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
    for (const { id, kind } of changes) if (kind === 'opened') readingIds.add(id)
    try {
      await publishOpened(dependencies, readingIds)
      readingIds.clear()
      await publishUnread(dependencies, changes)
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

/** Publishes the unread counts after withdrawals and restorations, with the ids of the withdrawn notifications. */
async function publishUnread(
  { db, hub }: Dependencies,
  changes: readonly NotificationChange[],
): Promise<void> {
  const withdrawnIdsByUserId = new Map<string, string[]>()
  for (const change of changes) {
    if (change.kind === 'opened' || !hub.hasSubscribers(inboxTopic(change.userId))) continue
    const ids = withdrawnIdsByUserId.get(change.userId) ?? []
    withdrawnIdsByUserId.set(change.userId, change.kind === 'withdrawn' ? [...ids, change.id] : ids)
  }
  if (withdrawnIdsByUserId.size === 0) return
  const unreadByUserId = await countUnread(db, [...withdrawnIdsByUserId.keys()])
  for (const [userId, ids] of withdrawnIdsByUserId) {
    const unreadCount = unreadByUserId.get(userId) ?? 0
    hub.publish(
      inboxTopic(userId),
      ids.length > 0
        ? { type: 'notifications_withdrawn', ids, unreadCount }
        : { type: 'notification', unreadCount, data: null },
    )
  }
}
