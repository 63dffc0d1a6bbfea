import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { viewCleanupHandler } from './cleanup-job.ts'
import { forgetViewer } from './queries.ts'
import { mountVideoViews } from './routes.ts'
import { videoViews } from './schema.ts'

/** The views of videos, and the position at which each viewer stopped. */
export const videoViewsFeature = defineFeature({
  name: 'video-views',
  routes: mountVideoViews,
  jobs: (context) => [viewCleanupHandler(context)],
  tables: [videoViews],
  exportUser: exportRows({ views: videoViews.viewerId }),
  deleteUser: (_context, tx, userId) => forgetViewer(tx, userId),
})
