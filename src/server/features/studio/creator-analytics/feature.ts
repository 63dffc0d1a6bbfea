import { rollUpHandler } from './roll-up-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountCreatorAnalytics } from './routes.ts'

export const creatorAnalytics = defineFeature({
  name: 'creator-analytics',
  routes: mountCreatorAnalytics,
  jobs: (context) => [rollUpHandler(context)],
})
