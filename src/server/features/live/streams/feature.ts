import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { storedBytes } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { notificationSubjects } from '#server/features/notifications/notifications/notification-subject.ts'
import { deleteStreamsOf } from './delete-streams-of.ts'
import { mountStreamLists } from './list-routes.ts'
import { notifiedStream } from './notification-queries.ts'
import { sumThumbnailBytes } from './queries.ts'
import { mountStreams } from './routes.ts'
import { streams, broadcasts, broadcastViews, streamBans } from './schema.ts'

/** Streams: their settings, and the lists of them. */
export const streamsFeature = defineFeature({
  name: 'streams',
  routes: [mountStreams, mountStreamLists],
  extensions: [
    notificationSubjects.extend(() => notifiedStream),
    storedBytes.extend(() => sumThumbnailBytes),
  ],
  tables: [streams, broadcasts, broadcastViews, streamBans],
  exportUser: exportRows(
    { streams: streams.streamerId, bans: streamBans.userId, views: broadcastViews.viewer },
    { without: [streams.search, streams.rtcOfferId, streamBans.bannedBy] },
  ),
  deleteUser: deleteStreamsOf,
})
