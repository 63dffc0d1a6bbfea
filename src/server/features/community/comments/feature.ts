import { defineFeature } from '#server/feature.ts'
import { mountComments } from './routes.ts'

/** Comments on posts and videos. */
export const comments = defineFeature({
  name: 'comments',
  routes: mountComments,
})
