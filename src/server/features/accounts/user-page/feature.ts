import { defineFeature } from '#server/feature.ts'
import { mountUsers } from './routes.ts'

export const users = defineFeature({
  name: 'users',
  routes: mountUsers,
})
