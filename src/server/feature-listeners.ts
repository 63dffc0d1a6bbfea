import type { Context } from './feature.ts'
import { listenToStreamsOfChat } from './features/live/chat/listen.ts'
import { listenToStreamsOfNotifications } from './features/live/start-notifications/listen.ts'
import { listenToStreamsOfSchedule } from './features/live/stream-schedule/listen.ts'
import { listenToPasswordResets } from './features/live/stream-keys/listen.ts'
import { listenToHeldContent } from './features/operations/moderation-cases/listen.ts'
import { listenToAccounts } from './features/notifications/notifications/listen.ts'
import { listenToPublications } from './features/videos/publication-notifications/listen.ts'
import { listenToStreamsAndVideos } from './features/videos/recordings/listen.ts'
import type { Recordings } from './features/videos/recordings/recordings.ts'
import type { VideoFileCache } from './features/videos/videos/files/video-file-cache.ts'

type Dependencies = Pick<Context, 'events' | 'nodeId' | 'publish'> & {
  /** Of the app. */
  fileCache?: VideoFileCache
  recordings?: Recordings
}

/** Registers the features that take part in the transactions of others, in app and worker. */
export function listenToFeatures(dependencies: Dependencies): void {
  const { events } = dependencies
  listenToAccounts(events, dependencies)
  listenToStreamsAndVideos(events, dependencies)
  listenToStreamsOfNotifications(events, dependencies)
  listenToStreamsOfSchedule(events)
  listenToStreamsOfChat(events)
  listenToPublications(events)
  listenToPasswordResets(events)
  listenToHeldContent(events)
}
