import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { likedStreams } from './liked-streams.ts'
import { defineFeature } from '#server/feature.ts'
import { mountStreamLikes } from './routes.ts'

export const streamLikes = defineFeature({
  name: 'stream-likes',
  routes: mountStreamLikes,
  extensions: [streamAdditions.extend(() => likedStreams)],
})
