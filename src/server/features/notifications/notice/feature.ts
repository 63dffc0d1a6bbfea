import { defineFeature } from '#server/feature.ts'
import { mountNotice } from './routes.ts'

/** The operator's notice to all users. */
export const noticeFeature = defineFeature({
  name: 'notice',
  routes: mountNotice,
})
