import { defineFeature } from '#server/feature.ts'
import { mountProfile } from './routes.ts'

export const profile = defineFeature({
  name: 'profile',
  routes: mountProfile,
})
