import { defineFeature } from '#server/feature.ts'
import { likeables } from '#server/features/accounts/reactions/queries.ts'
import { LIKEABLE_POSTS } from '#server/features/community/posts/lock-queries.ts'
import { mountLikes } from './routes.ts'

/** Likes of posts. */
export const likesFeature = defineFeature({
  name: 'likes',
  routes: mountLikes,
  extensions: [likeables.extend(() => LIKEABLE_POSTS)],
})
