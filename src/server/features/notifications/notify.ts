import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Notice } from './notice.ts'
import { deleteActor, insertActor, lockOfSubject, openNotification } from './notice-queries.ts'
import { presentNotifications } from './present-notification.ts'
import { countUnread, listByIds, listRecipients } from './queries.ts'
import { inboxTopic } from './topics.ts'

/**
 * Notes, in the verb's own transaction, that somebody did something which concerns a member. Answers the
 * notification to tell about after the commit (`tellNotices`); null when it is oneself or unwanted.
 */
export async function recordNotice(tx: Executor, notice: Notice): Promise<string | null> {
  if (notice.userId === notice.actorId) return null
  // The first statement locks the notification: the second sees who has joined it, and counts nobody twice.
  const id = await openNotification(tx, notice)
  if (id === undefined) return null
  await insertActor(tx, id, notice)
  return id
}

/**
 * Takes back what `recordNotice` noted (an unlike, an unfollow, a deleted comment), read or not: the actor leaves the
 * notification, and with the last one it goes. Who commented twice stays with the comment that is left.
 */
export async function withdrawNotice(tx: Executor, notice: Notice): Promise<void> {
  const ids = await lockOfSubject(tx, notice)
  if (ids.length > 0) await deleteActor(tx, ids, notice)
}

type Parts = Pick<Context, 'db' | 'hub' | 'log'>

/** What is still to be told, for each hub that is being served. */
const running = new WeakMap<Hub, { waiting: Set<string>; done: Promise<void> }>()
const BATCH = 100

/**
 * Tells the recipients' open pages, after the commit. Never throws and never waits: what comes while others are being
 * told goes together with the next, so that a post that everybody likes costs no more than one that few do.
 */
export function tellNotices(parts: Parts, ids: readonly (string | null)[]): void {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return
  const turn = running.get(parts.hub)
  if (turn) {
    for (const id of known) turn.waiting.add(id)
    return
  }
  const waiting = new Set(known)
  running.set(parts.hub, { waiting, done: tellAll(parts, waiting) })
}

/** Once everything has been told. */
export async function noticesTold(hub: Hub): Promise<void> {
  await running.get(hub)?.done
}

async function tellAll(parts: Parts, waiting: Set<string>): Promise<void> {
  while (waiting.size > 0) {
    const ids = [...waiting].slice(0, BATCH)
    for (const id of ids) waiting.delete(id)
    try {
      await tell(parts, ids)
    } catch (error) {
      parts.log.error({ err: error }, 'notifications were not told')
    }
  }
  running.delete(parts.hub)
}

async function tell({ db, hub }: Parts, ids: readonly string[]): Promise<void> {
  const recipients = await listRecipients(db, ids)
  const followed = recipients.filter(({ viewer }) => hub.isFollowed(inboxTopic(viewer.id)))
  if (followed.length === 0) return
  const viewers = new Map(followed.map(({ notificationId, viewer }) => [notificationId, viewer]))
  const rows = await listByIds(db, [...viewers.keys()])
  const told = await presentNotifications(
    db,
    rows,
    (row) => viewers.get(row.id) ?? { id: row.userId, role: 'user' },
  )
  const unread = await countUnread(db, [...new Set(rows.map(({ userId }) => userId))])
  for (const [index, { userId }] of rows.entries()) {
    const data = told[index] ?? null
    hub.publish(inboxTopic(userId), { type: 'notification', unreadCount: unread.get(userId) ?? 0, data })
  }
}
