import { defineFeature } from '#server/feature.ts'
import { mountWatchedEntities } from './sockets.ts'

/**
 * Subscriptions to the posts and users that a page shows. Needs no access check: both are public, and the messages contain
 * only counts, public live streams, or that something has changed. Nothing is published about inactive users: they and their posts do not change.
 */
export const watchedEntitiesFeature = defineFeature({
  name: 'watched-entities',
  routes: mountWatchedEntities,
})
