import { defineFeature } from '#server/feature.ts'
import { mountUserLists } from './routes.ts'

export const userLists = defineFeature({
  name: 'people',
  routes: mountUserLists,
})
