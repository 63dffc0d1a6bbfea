import { defineFeature } from '#server/feature.ts'
import { mountRss } from './routes.ts'

/** A user's posts and videos as an RSS feed, public like the profile. */
export const rssFeature = defineFeature({
  name: 'rss',
  routes: mountRss,
})
