import { defineFeature } from '#server/feature.ts'
import { mountTrending } from './routes.ts'

export const trendingFeature = defineFeature({
  name: 'trending',
  routes: mountTrending,
})
