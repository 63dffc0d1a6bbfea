import { deleteLikesOf } from './queries.ts'
import { videoLikes } from '#server/features/videos/videos/schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { mountVideoLikes } from './routes.ts'

export const videoLikesFeature = defineFeature({
  name: 'video-likes',
  routes: mountVideoLikes,
  tables: [videoLikes],
  exportUser: exportRows({ likes: videoLikes.userId }),
  deleteUser: (_context, tx, userId) => deleteLikesOf(tx, userId),
})
