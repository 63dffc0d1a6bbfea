import { withdrawalCleanupHandler } from './cleanup-job.ts'
import { listenToAccounts } from './listen.ts'
import { defineFeature } from '#server/feature.ts'
import { mountNotifications } from './routes.ts'
import { notificationsChanged } from './deliver-notifications.ts'

export const notifications = defineFeature({
  name: 'notifications',
  routes: mountNotifications,
  updates: [notificationsChanged],
  listen: listenToAccounts,
  jobs: (context) => [withdrawalCleanupHandler(context)],
})
