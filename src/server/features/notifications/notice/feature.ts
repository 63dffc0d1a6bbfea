import { defineFeature } from '#server/feature.ts'
import { mountNotice } from './routes.ts'

/** The operator's notice to all users. */
export const notice = defineFeature({
  name: 'notice',
  routes: mountNotice,
})
