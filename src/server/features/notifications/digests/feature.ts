import { digestHandler } from './digest-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountDigests } from './routes.ts'

/** The one-click end of digests. */
export const digests = defineFeature({
  name: 'digests',
  routes: mountDigests,
  jobs: (context) => [digestHandler(context)],
})
