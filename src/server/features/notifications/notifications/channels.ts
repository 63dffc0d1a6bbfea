import type { Context } from '#server/feature.ts'
import { type Item, type Newest, newestOf } from '#server/realtime/newest-items.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Downstream } from '#shared/realtime.ts'
import { presentNotification } from './present-notification.ts'
import type { NotificationLists } from './list-queries.ts'
import { MAX_NEWEST, countUnread, listNewest } from './queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'

type Dependencies = Pick<Context, 'channels' | 'db'> & { lists: NotificationLists }

/** A user's list of notifications, and the number of unread ones. */
export function addNotificationChannels({ channels, db, lists }: Dependencies): void {
  const inbox = { isPersonal: true, topicOf: ({ userId }: { userId: string }) => inboxTopic(userId) }
  channels.add('notifications', {
    ...inbox,
    async read({ userId }) {
      const rows = await listNewest(db, userId)
      const items = rows.map(({ id, at }) => ({ id, at, cursor: new Date(at).toISOString() }))
      return newestOf(items, MAX_NEWEST)
    },
    load: (items, connection) => loadMessages({ db, lists }, items, connection),
  })
  channels.add('unread', { ...inbox, read: ({ userId }) => readUnread(db, userId) })
}

async function readUnread(db: Dependencies['db'], userId: string): Promise<Newest> {
  const unreadCount = (await countUnread(db, [userId])).get(userId) ?? 0
  const message = { type: 'notification', unreadCount, data: null } as const
  return { items: [{ cursor: String(unreadCount), at: 0, message }], isWhole: true, isState: true }
}

/** The messages of missed notifications; those that were withdrawn meanwhile are left out. */
async function loadMessages(
  { db, lists }: Omit<Dependencies, 'channels'>,
  items: readonly Item[],
  { user }: Connection,
): Promise<Downstream[]> {
  if (!user) return []
  const rows = await lists.byIds(
    db,
    items.flatMap(({ id }) => id ?? []),
  )
  const unreadCount = (await countUnread(db, [user.id])).get(user.id) ?? 0
  return rows.flatMap((row) => {
    const data = presentNotification(row, user)
    return data ? { type: 'notification', unreadCount, data } : []
  })
}
