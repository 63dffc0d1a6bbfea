import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { storedBytes } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { deleteVideosOf } from './creator/remove-video.ts'
import { mountCreatorVideos } from './creator/routes.ts'
import { sumVideoBytes } from './files/queries.ts'
import { notifiedVideo } from './notification-queries.ts'
import { createProcessingHandlers } from './processing/handlers.ts'
import { mountVideos } from './routes.ts'
import { publishScheduledHandler } from './scheduled-publication.ts'
import { videos, videoFiles, videoTurns } from './schema.ts'

/** Videos: their pages and files, their creators' changes, and their processing. */
export const videosFeature = defineFeature({
  name: 'videos',
  routes: [mountVideos, mountCreatorVideos],
  jobs: async (context) => [...(await createProcessingHandlers(context)), publishScheduledHandler(context)],
  extensions: [notificationSubjects.extend(() => notifiedVideo), storedBytes.extend(() => sumVideoBytes)],
  tables: [videos, videoFiles, videoTurns],
  exportUser: exportRows(
    { videos: videos.creatorId },
    { without: [videos.search, videos.librarySearch, videos.libraryTags, videos.libraryDescription] },
  ),
  deleteUser: deleteVideosOf,
})
