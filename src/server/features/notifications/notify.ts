import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { type NotificationEvent, subjectOf } from './notification-event.ts'
import {
  type About,
  deleteAbout,
  deleteActor,
  insertActors,
  lockOfSubject,
  openNotifications,
} from './event-queries.ts'
import { presentNotification } from './present-notification.ts'
import { countUnread, listByIds, listRecipients } from './queries.ts'
import { findWithdrawn, recordWithdrawal } from './withdrawals.ts'
import { inboxTopic } from './topics.ts'

/** What a transaction did to somebody's notification, to be told after its commit; `goneFrom` has it no more. */
export type NotificationChange = { id: string; goneFrom: string | null }

/**
 * Notes, in the verb's own transaction, that somebody did something which concerns members, in two statements
 * however many they are. Oneself and those who do not want to know are left out. What was taken back a short time ago
 * is there again as it was, and is not told. No two of the notices are about one subject for one recipient.
 */
export async function recordNotifications(
  tx: Executor,
  notices: readonly NotificationEvent[],
): Promise<NotificationChange[]> {
  const wanted = notices
    .filter(({ userId, actorId }) => userId !== actorId)
    .map((notice) => ({ ...notice, left: findWithdrawn(notice) }))
  if (wanted.length === 0) return []
  // The first statement locks the notifications: the second sees who has joined them, and counts nobody twice.
  const opened = await openNotifications(tx, wanted)
  const joined = wanted.flatMap((notice) => {
    const { userId, actorId } = notice
    const subject = subjectOf(notice)
    const notification = opened.find((each) => each.userId === userId && each.subject === subject)
    const commentId = notice.type === 'comment' ? notice.commentId : null
    return notification ? { notificationId: notification.id, actorId, commentId } : []
  })
  if (joined.length > 0) await insertActors(tx, joined)
  return opened.flatMap(({ id, isQuiet }) => (isQuiet ? [] : { id, goneFrom: null }))
}

/**
 * Takes back what `recordNotices` noted (an unlike, an unfollow, a deleted comment), read or not: the actor leaves the
 * notification, and with the last one it goes. Who commented twice stays with the comment that is left.
 */
export async function withdrawNotification(
  tx: Executor,
  notice: NotificationEvent,
): Promise<NotificationChange[]> {
  const held = await lockOfSubject(tx, notice)
  if (held.size === 0) return []
  const left = await deleteActor(tx, [...held.keys()], notice)
  for (const { id } of left) {
    const before = held.get(id)
    if (before) recordWithdrawal(notice, { id, ...before })
  }
  return gone(left.filter(({ isGone }) => isGone))
}

/** Withdraws all notifications about a post, a comment or a stream, before that is deleted. */
export async function withdrawAbout(tx: Executor, about: About): Promise<NotificationChange[]> {
  return gone(await deleteAbout(tx, about))
}

function gone(notifications: readonly { id: string; userId: string }[]): NotificationChange[] {
  return notifications.map(({ id, userId }) => ({ id, goneFrom: userId }))
}

type Parts = Pick<Context, 'db' | 'hub' | 'log'>

/** What is still to be told, by notification, for each hub that is being served. */
const running = new WeakMap<Hub, { waiting: Map<string, NotificationChange>; done: Promise<void> }>()
const BATCH = 100

/**
 * Tells the recipients' open pages, after the commit. Never throws and never waits: what comes while others are being
 * told goes together with the next, so that a post that everybody likes costs no more than one that few do. One after
 * the other, so that nobody hears of a notification after it is gone.
 */
export function deliverNotifications(parts: Parts, changes: readonly NotificationChange[]): void {
  if (changes.length === 0) return
  const turn = running.get(parts.hub)
  const waiting = turn?.waiting ?? new Map<string, NotificationChange>()
  for (const change of changes) waiting.set(change.id, change)
  if (!turn) running.set(parts.hub, { waiting, done: tellAll(parts, waiting) })
}

/** Once everything has been told. */
export async function notificationsDelivered(hub: Hub): Promise<void> {
  await running.get(hub)?.done
}

async function tellAll(parts: Parts, waiting: Map<string, NotificationChange>): Promise<void> {
  while (waiting.size > 0) {
    const changes = [...waiting.values()].slice(0, BATCH)
    for (const { id } of changes) waiting.delete(id)
    try {
      await tellOpened(
        parts,
        changes.flatMap(({ id, goneFrom }) => (goneFrom === null ? id : [])),
      )
      await tellGone(parts, changes)
    } catch (error) {
      parts.log.error({ err: error }, 'notifications were not told')
    }
  }
  running.delete(parts.hub)
}

async function tellOpened({ db, hub }: Parts, ids: readonly string[]): Promise<void> {
  const recipients = ids.length > 0 ? await listRecipients(db, ids) : []
  const viewers = new Map(
    recipients.flatMap(({ viewer }) => (hub.isFollowed(inboxTopic(viewer.id)) ? [[viewer.id, viewer]] : [])),
  )
  const followed = recipients.filter(({ viewer }) => viewers.has(viewer.id))
  if (followed.length === 0) return
  const rows = await listByIds(
    db,
    followed.map(({ notificationId }) => notificationId),
  )
  const unread = await countUnread(db, [...viewers.keys()])
  for (const row of rows) {
    const { userId } = row
    const data = presentNotification(row, viewers.get(userId) ?? null)
    hub.publish(inboxTopic(userId), { type: 'notification', unreadCount: unread.get(userId) ?? 0, data })
  }
}

async function tellGone({ db, hub }: Parts, changes: readonly NotificationChange[]): Promise<void> {
  const byMember = new Map<string, string[]>()
  for (const { id, goneFrom } of changes) {
    if (goneFrom === null || !hub.isFollowed(inboxTopic(goneFrom))) continue
    byMember.set(goneFrom, [...(byMember.get(goneFrom) ?? []), id])
  }
  if (byMember.size === 0) return
  const unread = await countUnread(db, [...byMember.keys()])
  for (const [userId, ids] of byMember) {
    const unreadCount = unread.get(userId) ?? 0
    hub.publish(inboxTopic(userId), { type: 'notifications_withdrawn', ids, unreadCount })
  }
}
