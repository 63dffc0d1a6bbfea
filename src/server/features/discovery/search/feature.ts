import { defineFeature } from '#server/feature.ts'
import { searchBackfillHandler } from './backfill-job.ts'
import { mountSearch } from './routes.ts'

/** Search in everything that is public, with suggestions. */
export const searchFeature = defineFeature({
  name: 'search',
  routes: mountSearch,
  jobs: (context) => [searchBackfillHandler(context)],
})
