import { defineFeature } from '#server/feature.ts'
import { mountUserLists } from './routes.ts'

export const userListsFeature = defineFeature({
  name: 'people',
  routes: mountUserLists,
})
