import { defineFeature } from '#server/feature.ts'
import { mountProfile } from './routes.ts'

/** A member's own profile and avatar. */
export const profileFeature = defineFeature({
  name: 'profile',
  routes: mountProfile,
})
