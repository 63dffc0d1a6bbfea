import { defineFeature } from '#server/feature.ts'
import { likeables } from '#server/features/accounts/reactions/queries.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { likeAddition } from './like-addition.ts'
import { LIKEABLE_STREAMS, decrementLikesAtStartForUser } from './queries.ts'
import { mountStreamLikes } from './routes.ts'

/** Likes of streams. */
export const streamLikesFeature = defineFeature({
  name: 'stream-likes',
  routes: mountStreamLikes,
  extensions: [likeables.extend(() => LIKEABLE_STREAMS), streamAdditions.extend(() => likeAddition)],
  deleteUser: (_context, tx, userId) => decrementLikesAtStartForUser(tx, userId),
})
