import type { Context } from './feature.ts'
import { notifiedComment } from './features/community/comments/notification-queries.ts'
import { notifiedPost } from './features/community/posts/notification-queries.ts'
import { listenToStreamsOfChat } from './features/live/chat/listen.ts'
import { listenToStreamsOfNotifications } from './features/live/start-notifications/listen.ts'
import { listenToStreamsOfSchedule } from './features/live/stream-schedule/listen.ts'
import { listenToPasswordResets } from './features/live/stream-keys/listen.ts'
import { notifiedStream } from './features/live/streams/notification-queries.ts'
import { notifiedTip } from './features/money/tips/notification-queries.ts'
import { notifiedAnnouncement } from './features/operations/announcements/notification-queries.ts'
import {
  notifiedDecision,
  notifiedReport,
} from './features/operations/moderation-cases/notification-queries.ts'
import { listenToHeldContent } from './features/operations/moderation-cases/listen.ts'
import { listenToAccounts } from './features/notifications/notifications/listen.ts'
import { listenToPublications } from './features/videos/publication-notifications/listen.ts'
import { listenToStreamsAndVideos } from './features/videos/recordings/listen.ts'
import type { Recordings } from './features/videos/recordings/recordings.ts'
import { notifiedVideo } from './features/videos/videos/notification-queries.ts'
import type { VideoFileCache } from './features/videos/videos/files/video-file-cache.ts'

type Dependencies = Pick<Context, 'events' | 'nodeId' | 'publish'> & {
  /** Of the app. */
  fileCache?: VideoFileCache
  recordings?: Recordings
}

/** What notifications can be about. */
export const notificationSubjects = [
  notifiedPost,
  notifiedComment,
  notifiedStream,
  notifiedVideo,
  notifiedTip,
  notifiedAnnouncement,
  notifiedDecision,
  notifiedReport,
]

/** Registers the features that take part in the transactions of others, in app and worker. */
export function listenToFeatures(dependencies: Dependencies): void {
  const { events } = dependencies
  listenToAccounts(events, { ...dependencies, subjects: notificationSubjects })
  listenToStreamsAndVideos(events, dependencies)
  listenToStreamsOfNotifications(events, dependencies)
  listenToStreamsOfSchedule(events)
  listenToStreamsOfChat(events)
  listenToPublications(events)
  listenToPasswordResets(events)
  listenToHeldContent(events)
}
