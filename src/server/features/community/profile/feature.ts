import { defineFeature } from '#server/feature.ts'
import { mountProfile } from './routes.ts'

export const profileFeature = defineFeature({
  name: 'profile',
  routes: mountProfile,
})
