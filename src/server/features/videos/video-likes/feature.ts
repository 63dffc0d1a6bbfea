import { defineFeature } from '#server/feature.ts'
import { mountVideoLikes } from './routes.ts'

export const videoLikes = defineFeature({
  name: 'video-likes',
  routes: mountVideoLikes,
})
