import { viewCleanupHandler } from './cleanup-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountVideoViews } from './routes.ts'

export const videoViews = defineFeature({
  name: 'video-views',
  routes: mountVideoViews,
  jobs: (context) => [viewCleanupHandler(context)],
})
