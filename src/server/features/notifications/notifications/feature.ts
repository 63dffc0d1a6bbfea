import { deleteNotificationsOf } from './withdrawal-queries.ts'
import { notifications, notificationActors } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { withdrawalCleanupHandler } from './cleanup-job.ts'
import { listenToAccounts } from './listen.ts'
import { defineFeature } from '#server/feature.ts'
import { mountNotifications } from './routes.ts'
import { notificationsChanged } from './deliver-notifications.ts'

export const notificationsFeature = defineFeature({
  name: 'notifications',
  routes: mountNotifications,
  updates: [notificationsChanged],
  listen: listenToAccounts,
  jobs: (context) => [withdrawalCleanupHandler(context)],
  tables: [notifications, notificationActors],
  exportUser: exportRows({ notifications: notifications.userId, causedByYou: notificationActors.actorId }),
  deleteUser: (_context, tx, userId) => deleteNotificationsOf(tx, userId),
})
