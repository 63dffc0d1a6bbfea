import { defineFeature } from '#server/feature.ts'
import { mountPosts } from './routes.ts'

export const posts = defineFeature({
  name: 'posts',
  routes: mountPosts,
})
