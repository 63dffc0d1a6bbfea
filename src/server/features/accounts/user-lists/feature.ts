import { defineFeature } from '#server/feature.ts'
import { mountUserLists } from './routes.ts'

/** Lists of users: followers, followed ones, suggestions. */
export const userListsFeature = defineFeature({
  name: 'user-lists',
  routes: mountUserLists,
})
