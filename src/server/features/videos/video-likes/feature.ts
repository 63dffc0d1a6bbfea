import { defineFeature } from '#server/feature.ts'
import { likeables } from '#server/features/accounts/reactions/queries.ts'
import { LIKEABLE_VIDEOS } from '#server/features/videos/videos/lock-queries.ts'
import { mountVideoLikes } from './routes.ts'

/** Likes of videos. */
export const videoLikesFeature = defineFeature({
  name: 'video-likes',
  routes: mountVideoLikes,
  extensions: [likeables.extend(() => LIKEABLE_VIDEOS)],
})
