import { defineFeature } from '#server/feature.ts'
import { activityCleanupHandler } from './cleanup-job.ts'

/** Records on which days members were active. */
export const activity = defineFeature({
  name: 'activity',
  jobs: (context) => [activityCleanupHandler(context)],
})
