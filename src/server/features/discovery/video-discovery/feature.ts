import { defineFeature } from '#server/feature.ts'
import { mountVideoDiscovery } from './routes.ts'

/** Lists of public videos: all, of one user, and those related to a video. */
export const videoDiscoveryFeature = defineFeature({
  name: 'video-discovery',
  routes: mountVideoDiscovery,
})
