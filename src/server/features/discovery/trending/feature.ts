import { defineFeature } from '#server/feature.ts'
import { mountTrending } from './routes.ts'

export const trending = defineFeature({
  name: 'trending',
  routes: mountTrending,
})
