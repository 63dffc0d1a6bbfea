import { defineFeature } from '#server/feature.ts'
import { mountUsers } from './routes.ts'

/** What everyone sees of a user. */
export const userPageFeature = defineFeature({
  name: 'user-page',
  routes: mountUsers,
})
