import { defineFeature } from '#server/feature.ts'
import { mountJourney } from './routes.ts'

/** The current user's posts, streams and videos in one list. UUIDv7 ids sort by time, also across tables. */
export const journeyFeature = defineFeature({
  name: 'journey',
  routes: mountJourney,
})
