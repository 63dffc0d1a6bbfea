import path from 'node:path'
import type { Context, Feature } from './feature.ts'
import { account } from './features/auth/account-routes.ts'
import { FirstAdmin } from './features/auth/first-admin.ts'
import { auth } from './features/auth/routes.ts'
import { bookmarks } from './features/bookmarks/routes.ts'
import { chat } from './features/chat/routes.ts'
import { comments } from './features/comments/routes.ts'
import { contact } from './features/contact/routes.ts'
import { follows } from './features/follows/routes.ts'
import { journey } from './features/journey/routes.ts'
import { likes } from './features/likes/routes.ts'
import { createLiveState } from './features/live/live-state.ts'
import { liveStatus } from './features/live-status/routes.ts'
import { connectionTests } from './features/live/routes.ts'
import { live } from './features/live/sockets.ts'
import { openMediaStore } from './features/media/media-store.ts'
import { MEDIA_FOLDERS } from './features/media/prepare-file.ts'
import { LiveFigures } from './features/metrics/live-figures.ts'
import { metrics } from './features/metrics/routes.ts'
import { movements } from './features/movements/routes.ts'
import { notifications } from './features/notifications/routes.ts'
import { userLists } from '#server/features/user-lists/routes.ts'
import { createPostChanges } from './features/posts/post-changes.ts'
import { posts } from './features/posts/routes.ts'
import { preferences } from './features/preferences/routes.ts'
import { profile } from './features/profile/routes.ts'
import { createRecordings, recordings } from './features/recordings/keep-recordings.ts'
import { rss } from './features/rss/routes.ts'
import { search } from './features/search/routes.ts'
import { shares } from './features/shares/routes.ts'
import { socialLinks } from './features/social-links/routes.ts'
import { streamKeys } from './features/stream-keys/routes.ts'
import { streamLists } from './features/streams/list-routes.ts'
import { streams } from './features/streams/routes.ts'
import { streamSchedule } from '#server/features/stream-schedule/routes.ts'
import type { FetchRules } from './features/thumbnails/fetch-rules.ts'
import { thumbnails } from './features/thumbnails/routes.ts'
import { THUMBNAILS_FOLDER, createThumbnails } from './features/thumbnails/thumbnails.ts'
import { createTrends } from './features/trending/trends.ts'
import { trending } from './features/trending/routes.ts'
import { uploads } from './features/uploads/routes.ts'
import type { UploadRules } from './features/uploads/upload-rules.ts'
import { users } from './features/users/routes.ts'
import { videos } from './features/videos/routes.ts'
import { watch } from '#server/features/watched-entities/sockets.ts'
import { encoders } from './features/whip-whep/encoder-routes.ts'
import { players } from './features/whip-whep/player-routes.ts'
import type { Storage } from './storage/storage.ts'

export type FeatureRules = {
  /** Which other sites a picture may be fetched from, for tests with one on this machine. */
  fetchRules?: FetchRules
  /** Other times and sizes of uploads than the product's, for tests. */
  uploadRules?: Partial<UploadRules>
}

type Features = {
  list: Feature[]
  firstAdmin: FirstAdmin
  /** Stored files that everybody may fetch. */
  publicFolders: string[]
  close(): void
}

/** The only list of features, and what several of them share. */
export async function openFeatures(
  context: Context,
  storage: Storage,
  { fetchRules, uploadRules, secrets }: FeatureRules & { secrets: { session: string } },
): Promise<Features> {
  const { config, db, images, log } = context
  const firstAdmin = new FirstAdmin()
  const pictures = createThumbnails({ images, storage }, fetchRules)
  const media = await openMediaStore({ db, images, storage, log }, path.join(config.dataDir, 'uploads'))
  const changes = createPostChanges(context)
  const trends = createTrends(db, config.countsMs)
  const figures = new LiveFigures(context.engine)
  const liveState = createLiveState(context)
  const recorded = createRecordings(context, storage)
  const list: Feature[] = [
    auth(firstAdmin),
    account,
    preferences,
    notifications,
    users,
    follows,
    userLists,
    profile(media),
    socialLinks,
    thumbnails(pictures),
    uploads(media, uploadRules),
    streams({ thumbnails: pictures, storage, recordings: recorded }),
    streamLists,
    streamSchedule,
    streamKeys,
    live(liveState),
    connectionTests,
    encoders(liveState),
    players(liveState, secrets.session),
    recordings(recorded),
    videos(storage),
    chat,
    contact,
    rss,
    posts(media),
    likes(changes),
    comments(changes),
    shares(changes),
    bookmarks,
    journey,
    watch,
    search(trends),
    trending(trends),
    movements,
    metrics(figures),
    liveStatus(figures),
  ]
  return {
    list,
    firstAdmin,
    publicFolders: [THUMBNAILS_FOLDER, ...Object.values(MEDIA_FOLDERS)],
    close() {
      changes.close()
      figures.close()
    },
  }
}
