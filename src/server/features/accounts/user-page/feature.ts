import { defineFeature } from '#server/feature.ts'
import { mountUsers } from './routes.ts'

/** The public page of a user. */
export const userPageFeature = defineFeature({
  name: 'user-page',
  routes: mountUsers,
})
