import { defineFeature } from '#server/feature.ts'
import { mountWatchedEntities } from './sockets.ts'

/**
 * Subscriptions to the posts and users that a page shows. Needs no access check: both are public, and only counts
 * and the news of a change are published. Inactive users and their posts are hidden and no longer change, so nothing is published about them.
 */
export const watchedEntitiesFeature = defineFeature({
  name: 'watch',
  routes: mountWatchedEntities,
})
