import { defineFeature } from '#server/feature.ts'
import { mountUsers } from './routes.ts'

export const userPageFeature = defineFeature({
  name: 'users',
  routes: mountUsers,
})
