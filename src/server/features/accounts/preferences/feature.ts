import { defineFeature } from '#server/feature.ts'
import { mountPreferences } from './routes.ts'

export const preferences = defineFeature({
  name: 'preferences',
  routes: mountPreferences,
})
