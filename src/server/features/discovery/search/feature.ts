import { searchBackfillHandler } from './backfill-job.ts'
import { defineFeature } from '#server/feature.ts'
import { mountSearch } from './routes.ts'

export const searchFeature = defineFeature({
  name: 'search',
  routes: mountSearch,
  jobs: (context) => [searchBackfillHandler(context)],
})
