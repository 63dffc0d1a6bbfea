import { defineFeature } from '#server/feature.ts'
import { mountLikes } from './routes.ts'

export const likes = defineFeature({
  name: 'likes',
  routes: mountLikes,
})
