import { deleteLikesOf } from './queries.ts'
import { streamLikes } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { streamAdditions } from '#server/features/live/streams/present-stream.ts'
import { likedStreams } from './liked-streams.ts'
import { defineFeature } from '#server/feature.ts'
import { mountStreamLikes } from './routes.ts'

export const streamLikesFeature = defineFeature({
  name: 'stream-likes',
  routes: mountStreamLikes,
  extensions: [streamAdditions.extend(() => likedStreams)],
  tables: [streamLikes],
  exportUser: exportRows({ likes: streamLikes.userId }),
  deleteUser: (_context, tx, userId) => deleteLikesOf(tx, userId),
})
