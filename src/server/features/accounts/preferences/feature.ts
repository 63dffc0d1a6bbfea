import { defineFeature } from '#server/feature.ts'
import { mountPreferences } from './routes.ts'

/** The choices of a member: language, notifications, mails. */
export const preferencesFeature = defineFeature({
  name: 'preferences',
  routes: mountPreferences,
})
