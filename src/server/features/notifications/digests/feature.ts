import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { digestHandler } from './digest-job.ts'
import { mountDigests } from './routes.ts'
import { digests } from './schema.ts'

/** Digests of unread notifications by mail, and their one-click unsubscription. */
export const digestsFeature = defineFeature({
  name: 'digests',
  routes: mountDigests,
  jobs: (context) => [digestHandler(context)],
  tables: [digests],
  exportUser: exportRows({ digests: digests.userId }),
  deleteUser: 'with the account',
})
