import type { Context } from '#server/feature.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import {
  type DeliveredNotification,
  deleteNotifications,
  listWithActors,
  listRecipients,
  lockNotification,
  lockAvailable,
} from './delivery-queries.ts'
import type { NotificationChange } from './notification-event.ts'
import { presentNotification } from './present-notification.ts'
import type { NotificationLists } from './list-queries.ts'
import { countUnread } from './queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'

type Dependencies = Pick<Context, 'db' | 'hub'> & { lists: NotificationLists }
type RecipientById = ReadonlyMap<string, Caller>

/**
 * Publishes committed changes to connected recipients. Reads the current state of the notifications: if a change was undone
 * since, only the unread count is published.
 */
export async function publishChanges(
  dependencies: Dependencies,
  changes: readonly NotificationChange[],
): Promise<void> {
  const { db, hub } = dependencies
  const opened = await listRecipients(
    db,
    changes.flatMap(({ kind, id }) => (kind === 'opened' ? id : [])),
  )
  const publishable = opened.filter(
    ({ isWithdrawn, recipient }) => isWithdrawn || hub.hasSubscribers(inboxTopic(recipient.id)),
  )
  const recipientById = new Map(publishable.map(({ id, recipient }) => [id, recipient]))
  const notifiedUserIds = await publishNew(dependencies, recipientById)
  await publishUnread(dependencies, changes, notifiedUserIds)
}

/**
 * Publishes new notifications and returns their recipients. Each notification is locked until it is published, so that no
 * withdrawal commits in between. A batch skips notifications that another transaction has locked. These are locked one by
 * one afterwards: a transaction that waits holds no other lock, so that it cannot deadlock.
 */
async function publishNew(dependencies: Dependencies, recipientById: RecipientById): Promise<Set<string>> {
  const notifiedUserIds = new Set<string>()
  if (recipientById.size === 0) return notifiedUserIds
  const skippedIds = new Set(recipientById.keys())
  const publishAfterLock = (lock: (tx: Executor) => Promise<DeliveredNotification[]>) =>
    dependencies.db.transaction(async (tx) => {
      const locked = await lock(tx)
      for (const { id } of locked) skippedIds.delete(id)
      for (const id of await publishLocked({ ...dependencies, db: tx }, locked, recipientById))
        notifiedUserIds.add(id)
    })
  await publishAfterLock((tx) => lockAvailable(tx, [...recipientById.keys()]))
  for (const id of skippedIds) await publishAfterLock((tx) => lockNotification(tx, id))
  return notifiedUserIds
}

/**
 * Publishes the notifications that are not withdrawn and returns their recipients. Deletes withdrawn unread notifications:
 * they were never published, so that a repeated event opens a new one.
 */
async function publishLocked(
  { db, hub, lists }: Omit<Dependencies, 'db'> & { db: Executor },
  locked: readonly DeliveredNotification[],
  recipientById: RecipientById,
): Promise<Set<string>> {
  const unpublished = locked.filter(({ actorsCount, readAt }) => actorsCount === 0 && readAt === null)
  if (unpublished.length > 0)
    await deleteNotifications(
      db,
      unpublished.map(({ id }) => id),
    )
  const rows = await lists.byIds(
    db,
    locked.flatMap(({ id, actorsCount }) => (actorsCount > 0 ? id : [])),
  )
  const userIds = new Set(rows.map(({ userId }) => userId))
  const unreadByUserId = await countUnread(db, [...userIds])
  for (const row of rows) {
    const data = presentNotification(row, recipientById.get(row.id) ?? null)
    const unreadCount = unreadByUserId.get(row.userId) ?? 0
    if (data) hub.publish(inboxTopic(row.userId), { type: 'notification', unreadCount, data })
  }
  return userIds
}

/**
 * Publishes the unread counts after withdrawals and restorations, with the ids of notifications that are still
 * withdrawn. Skips restorations of users to whom a notification has just been published, with its count.
 */
async function publishUnread(
  { db, hub }: Dependencies,
  changes: readonly NotificationChange[],
  notifiedUserIds: ReadonlySet<string>,
): Promise<void> {
  const withdrawnIdsByUserId = new Map<string, string[]>()
  for (const change of changes) {
    if (change.kind === 'opened' || !hub.hasSubscribers(inboxTopic(change.userId))) continue
    const ids = withdrawnIdsByUserId.get(change.userId) ?? []
    withdrawnIdsByUserId.set(change.userId, change.kind === 'withdrawn' ? [...ids, change.id] : ids)
  }
  if (withdrawnIdsByUserId.size === 0) return
  const idsWithActors = await listWithActors(db, [...withdrawnIdsByUserId.values()].flat())
  const unreadByUserId = await countUnread(db, [...withdrawnIdsByUserId.keys()])
  for (const [userId, changedIds] of withdrawnIdsByUserId) {
    const ids = changedIds.filter((id) => !idsWithActors.has(id))
    const unreadCount = unreadByUserId.get(userId) ?? 0
    if (ids.length > 0) hub.publish(inboxTopic(userId), { type: 'notifications_withdrawn', ids, unreadCount })
    else if (!notifiedUserIds.has(userId))
      hub.publish(inboxTopic(userId), { type: 'notification', unreadCount, data: null })
  }
}
