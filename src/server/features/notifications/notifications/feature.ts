import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { withdrawalCleanupHandler } from './cleanup-job.ts'
import { notificationsChanged } from './deliver-notifications.ts'
import { listenToAccounts } from './listen.ts'
import { mountNotifications } from './routes.ts'
import { notifications, notificationActors } from './schema.ts'
import { deleteActor } from './withdrawal-queries.ts'

/** The notifications of members. */
export const notificationsFeature = defineFeature({
  name: 'notifications',
  routes: mountNotifications,
  jobs: (context) => [withdrawalCleanupHandler(context)],
  listen: listenToAccounts,
  updates: [notificationsChanged],
  tables: [notifications, notificationActors],
  exportUser: exportRows({ notifications: notifications.userId, causedByYou: notificationActors.actorId }),
  deleteUser: (_context, tx, userId) => deleteActor(tx, userId),
})
