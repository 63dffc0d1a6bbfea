import { defineFeature } from '#server/feature.ts'
import { mountBookmarks } from './routes.ts'

export const bookmarks = defineFeature({
  name: 'bookmarks',
  routes: mountBookmarks,
})
