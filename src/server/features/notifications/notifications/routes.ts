import * as z from 'zod/mini'
import { id } from '#shared/fields.ts'
import * as calls from '#shared/notifications/notifications.ts'
import type { Context, Feature } from '#server/feature.ts'
import { cursorTime, decodeCursor, paginate } from '#server/http/cursor.ts'
import { route } from '#server/http/route.ts'
import { addNotificationChannels } from './channels.ts'
import { deliverNotifications, waitForDeliveries } from './deliver-notifications.ts'
import { presentNotification } from './present-notification.ts'
import type { NotificationSubject } from './notification-subject.ts'
import { prepareLists } from './list-queries.ts'
import { countUnread, markRead } from './queries.ts'
import { inboxTopic } from '#server/features/accounts/users/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'

const cursor = z.tuple([cursorTime, id])

/** `subjects` are what notifications can be about. */
export function notifications(subjects: readonly NotificationSubject[]): Feature {
  const lists = prepareLists(subjects)
  return {
    name: 'notifications',
    updates: [deliverNotifications(lists)],
    register(app, context) {
      const { db, publish, sockets } = context
      addNotificationChannels({ ...context, lists })
      // Every socket of a user receives the user's notifications without subscribing.
      sockets.onOpen((connection) => {
        if (connection.user) connection.subscribe(inboxTopic(connection.user.id))
      })

      route(app, calls.listNotifications, async ({ query, user, request, reply }) => {
        const [lastAt, afterId] = decodeCursor(query.cursor, cursor) ?? []
        const after = lastAt && afterId ? { lastAt: new Date(lastAt), id: afterId } : undefined
        const rows = await lists.ofUser(db, user.id, query.limit, after)
        const page = paginate({ request, reply }, rows, query.limit, (row) => [
          new Date(row.lastAt).toISOString(),
          row.id,
        ])
        return page.flatMap((row) => presentNotification(row, user) ?? [])
      })

      route(app, calls.countUnread, async ({ user }) => ({
        unreadCount: await unreadCountOf(context, user.id),
      }))

      route(app, calls.readNotifications, async ({ body, user }) => {
        const changed = await markRead(db, user.id, body?.ids)
        const unreadCount = await unreadCountOf(context, user.id)
        if (changed > 0)
          publish(db, toPages(inboxTopic(user.id), { type: 'notification', unreadCount, data: null }))
        return { unreadCount }
      })

      return () => waitForDeliveries(context.hub)
    },
  }
}

async function unreadCountOf({ db }: Pick<Context, 'db'>, userId: string): Promise<number> {
  return (await countUnread(db, [userId])).get(userId) ?? 0
}
