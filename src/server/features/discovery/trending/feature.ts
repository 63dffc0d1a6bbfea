import { defineFeature } from '#server/feature.ts'
import { mountTrending } from './routes.ts'

/** The hashtags of the last days. */
export const trendingFeature = defineFeature({
  name: 'trending',
  routes: mountTrending,
})
