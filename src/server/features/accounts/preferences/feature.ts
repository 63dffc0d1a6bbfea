import { defineFeature } from '#server/feature.ts'
import { mountPreferences } from './routes.ts'

export const preferencesFeature = defineFeature({
  name: 'preferences',
  routes: mountPreferences,
})
