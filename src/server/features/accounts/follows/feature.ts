import { defineFeature } from '#server/feature.ts'
import { mountFollows } from './routes.ts'

export const follows = defineFeature({
  name: 'follows',
  routes: mountFollows,
})
