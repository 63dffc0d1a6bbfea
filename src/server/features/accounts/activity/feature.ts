import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { activityCleanupHandler } from './cleanup-job.ts'
import { activeDays } from './schema.ts'

/** Records on which days members were active. */
export const activityFeature = defineFeature({
  name: 'activity',
  jobs: (context) => [activityCleanupHandler(context)],
  tables: [activeDays],
  exportUser: exportRows({ activeDays: activeDays.userId }),
  deleteUser: 'with the account',
})
