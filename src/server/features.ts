import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, Feature } from './feature.ts'
import { type Jobs, createJobs, openMedia, openWorkingFolders } from './feature-jobs.ts'
import { LinkTokens } from './mail/link-tokens.ts'
import type { MailDependencies } from './mail/send-job.ts'
import { UnsubscribeTokens } from './mail/unsubscribe-tokens.ts'
import { accountMail } from './features/account-mail/routes.ts'
import { account } from './features/auth/account-routes.ts'
import { FirstAdminSetup } from './features/auth/first-admin.ts'
import { adminAnalytics } from './features/admin-analytics/routes.ts'
import { adminContact } from './features/admin-contact/routes.ts'
import { adminDashboard } from './features/admin-dashboard/routes.ts'
import { adminMedia } from './features/admin-media/routes.ts'
import { adminPayments } from './features/admin-payments/routes.ts'
import { adminUsers } from './features/admin-users/routes.ts'
import { ActivityRecorder } from './features/analytics/activity-recorder.ts'
import { adminAudit } from './features/audit/routes.ts'
import { adminLogs } from './features/system-logs/routes.ts'
import { auth } from './features/auth/routes.ts'
import { SessionCache } from './features/auth/session-cache.ts'
import { VISITOR_COOKIE, identify, sessions } from './features/auth/sessions.ts'
import { blocks } from './features/blocks/routes.ts'
import { bookmarks } from './features/bookmarks/routes.ts'
import { chat } from './features/chat/routes.ts'
import type { FindCheckout } from './features/checkout/find-checkout.ts'
import { checkout } from './features/checkout/routes.ts'
import { comments } from './features/comments/routes.ts'
import { contact } from './features/contact/routes.ts'
import { findSubscriptionCheckout } from './features/creator-pro/find-checkout.ts'
import { creatorPro } from './features/creator-pro/routes.ts'
import { creatorAnalytics } from './features/creator-analytics/routes.ts'
import { creatorEmoji } from './features/creator-emoji/routes.ts'
import { digests } from './features/digests/routes.ts'
import { createFollowCountsPublisher } from './features/follows/follow-counts.ts'
import { follows } from './features/follows/routes.ts'
import { invitations } from './features/invitations/routes.ts'
import { journey } from './features/journey/routes.ts'
import { likes } from './features/likes/routes.ts'
import { liveStatus } from './features/live-status/routes.ts'
import { createLiveState } from './features/live/live-state.ts'
import { connectionTests } from './features/live/routes.ts'
import { live } from './features/live/sockets.ts'
import { PUBLIC_MEDIA_FOLDERS } from './features/media/prepare-file.ts'
import { LiveStats } from '#server/features/metrics/live-stats.ts'
import { metrics } from './features/metrics/routes.ts'
import { movements } from './features/movements/routes.ts'
import { notifications } from './features/notifications/routes.ts'
import { createPostCountsPublisher } from './features/posts/post-changes.ts'
import { payments } from './features/payments/routes.ts'
import { payouts } from './features/payouts/routes.ts'
import { moderation } from './features/moderation/routes.ts'
import { posts } from './features/posts/routes.ts'
import { announcements } from './features/announcements/routes.ts'
import { notice } from './features/notice/routes.ts'
import { preferences } from './features/preferences/routes.ts'
import { previewImages } from './features/preview-images/routes.ts'
import { profile } from './features/profile/routes.ts'
import { createRecordings, recordings } from '#server/features/recordings/feature.ts'
import { publishedRecordings } from '#server/features/recordings/routes.ts'
import { rss } from './features/rss/routes.ts'
import { search } from './features/search/routes.ts'
import { shares } from './features/shares/routes.ts'
import { socialLinks } from './features/social-links/routes.ts'
import { streamKeys } from './features/stream-keys/routes.ts'
import { StreamKeys } from './features/stream-keys/stream-keys.ts'
import { streamSchedule } from './features/stream-schedule/routes.ts'
import { streamLists } from './features/streams/list-routes.ts'
import { streams } from './features/streams/routes.ts'
import type { FetchRules } from './features/thumbnails/fetch-rules.ts'
import { thumbnails } from './features/thumbnails/routes.ts'
import { THUMBNAILS_FOLDER, createThumbnails } from './features/thumbnails/thumbnails.ts'
import { findTipCheckout } from './features/tips/find-checkout.ts'
import { tips } from './features/tips/routes.ts'
import { trending } from './features/trending/routes.ts'
import { createTrends } from './features/trending/trends.ts'
import { storageAllowance } from './features/storage-allowance/routes.ts'
import { uploadFiles } from './features/uploads/file-routes.ts'
import { uploads } from './features/uploads/routes.ts'
import type { UploadRules } from './features/uploads/upload-rules.ts'
import { userLists } from './features/user-lists/routes.ts'
import { presentOwnUser } from './features/users/present-user.ts'
import { hasSuperAdmin } from './features/users/queries.ts'
import { users } from './features/users/routes.ts'
import { videoViews } from './features/video-views/routes.ts'
import { videoDiscovery } from './features/video-discovery/routes.ts'
import { videoLikes } from './features/video-likes/routes.ts'
import { creatorVideos } from './features/videos/creator/routes.ts'
import { videos } from './features/videos/routes.ts'
import { VideoFileCache } from './features/videos/files/video-file-cache.ts'
import { adminSettings } from './features/settings/routes.ts'
import { sitemap } from './features/sitemap/routes.ts'
import { embeds } from './features/embeds/routes.ts'
import { watchedEntities } from './features/watched-entities/sockets.ts'
import { encoders } from './features/whip-whep/encoder-routes.ts'
import { players } from './features/whip-whep/player-routes.ts'
import type { Caller } from './http/access.ts'
import type { Site } from './http/pages/pages.ts'
import { isSandboxSite } from './payments/sandbox-mode.ts'
import type { Identity } from './realtime/connection.ts'
import type { Storage } from './storage/storage.ts'

export type FeatureRules = {
  /** Rules for fetching images from other sites; tests allow this machine. */
  fetchRules?: FetchRules
  /** Replace the default times and sizes of uploads in tests. */
  uploadRules?: Partial<UploadRules>
  /** Finds what tests pay for. */
  findCheckout?: FindCheckout
  /** Accepts the certificate of a test's mail server. */
  mailTls?: MailDependencies['mailTls']
}

export type Features = {
  list: Feature[]
  jobs: Jobs
  sessionCache: SessionCache
  streamKeys: StreamKeys
  /** Sets `request.user` from the session in the scope that it is called with. */
  mountSessions(scope: FastifyInstance, secure: boolean): Promise<void>
  /** Returns the sender of a request in a scope of `mountSessions`. */
  identify(request: FastifyRequest): Identity
  visitorCookie: string
  /** Loads the data that every page starts with. */
  loadBoot(user: Caller | null): Promise<unknown>
  /** Returns the one-time token for the first super_admin; null if there is a super_admin. */
  openFirstAdmin(): Promise<string | null>
  /** Folders of stored files that are public. */
  publicFolders: string[]
  close(): void
}

type FeatureSecrets = Pick<MailDependencies, 'secrets' | 'translations'> & { site: Site }

/** Creates all features, and the objects that several of them share. */
export async function openFeatures(
  context: Context,
  storage: Storage,
  {
    fetchRules,
    findCheckout,
    uploadRules,
    mailTls,
    secrets,
    site,
    translations,
  }: FeatureRules & FeatureSecrets,
): Promise<Features> {
  const { config, db } = context
  const sessionCache = new SessionCache(db, context.rowChanges)
  const activity = new ActivityRecorder(context)
  const streamKeyStore = new StreamKeys(db, context.events, secrets.session)
  const firstAdmin = new FirstAdminSetup()
  const linkTokens = new LinkTokens(secrets.session)
  const thumbnailStore = createThumbnails({ ...context, storage }, fetchRules)
  const media = await openMedia(context, storage)
  const workingFolders = await openWorkingFolders(context, storage, 'app')
  const followCounts = createFollowCountsPublisher(context)
  const postCounts = createPostCountsPublisher(context)
  const trends = createTrends(db, config.countsMs)
  const liveStats = new LiveStats(context.engine)
  const liveState = createLiveState(context)
  const recordingStore = createRecordings(context)
  const videoFileCache = new VideoFileCache(db, context.rowChanges, sessionCache)
  const list: Feature[] = [
    auth({ firstAdmin, linkTokens, sessionCache }),
    accountMail({ linkTokens, sessionCache, streamKeys: streamKeyStore }),
    account(sessionCache),
    preferences,
    notice,
    digests(new UnsubscribeTokens(secrets.session)),
    notifications,
    moderation({ changes: postCounts, fileCache: videoFileCache, sessionCache }),
    users,
    follows(followCounts),
    blocks(followCounts),
    userLists(sessionCache),
    profile(media),
    socialLinks,
    creatorEmoji(media),
    thumbnails(thumbnailStore),
    uploads(media, uploadRules),
    uploadFiles({ media, storage }),
    storageAllowance,
    streams({
      fileCache: videoFileCache,
      thumbnails: thumbnailStore,
      storage,
      recordings: recordingStore,
      streamKeys: streamKeyStore,
    }),
    streamLists(streamKeyStore),
    streamSchedule,
    streamKeys(streamKeyStore),
    live(liveState),
    connectionTests,
    encoders({ state: liveState, sessionCache, streamKeys: streamKeyStore }),
    players({ state: liveState, sessionCache, secret: secrets.session }),
    recordings(recordingStore),
    publishedRecordings,
    videos({ fileCache: videoFileCache, storage }),
    creatorVideos({ fileCache: videoFileCache, storage }),
    videoViews,
    creatorAnalytics,
    payouts,
    payments,
    checkout({
      lookups: [
        ...(findCheckout ? [findCheckout] : []),
        findTipCheckout(context),
        findSubscriptionCheckout(context),
      ],
      site,
    }),
    tips,
    creatorPro,
    videoLikes,
    videoDiscovery,
    embeds,
    previewImages(storage),
    sitemap,
    chat(sessionCache),
    contact,
    rss,
    posts({ media, sessionCache }),
    likes(postCounts),
    comments(postCounts),
    shares(postCounts),
    bookmarks,
    journey(streamKeyStore),
    watchedEntities,
    search({ trends, streamKeys: streamKeyStore }),
    trending(trends),
    movements,
    metrics(liveStats),
    liveStatus(liveStats),
    adminSettings(media),
    adminAnalytics(activity),
    adminContact,
    announcements,
    adminDashboard({ liveStats, storage }),
    adminMedia({ fileCache: videoFileCache, media, storage, thumbnails: thumbnailStore }),
    adminPayments,
    adminUsers(sessionCache),
    adminLogs,
    adminAudit(sessionCache),
    invitations,
  ]
  return {
    list,
    jobs: createJobs(
      {
        ...context,
        db: context.longRunningDb,
        media,
        storage,
        secrets,
        translations,
        mailTls,
        workingFolders,
      },
      { uploadRules },
    ),
    sessionCache,
    streamKeys: streamKeyStore,
    async mountSessions(scope, secure) {
      const { sockets } = context
      await scope.register(sessions, {
        activity,
        db,
        sessionCache,
        sockets,
        secret: secrets.session,
        secure,
      })
    },
    identify,
    visitorCookie: VISITOR_COOKIE,
    async loadBoot(user) {
      const row = user && (await sessionCache.findUserWithCounts(user.id))
      return {
        user: row ? presentOwnUser(row) : null,
        hasMail: config.mail !== null,
        isSandbox: isSandboxSite(context.payments),
        ...context.settings.forPages,
      }
    },
    openFirstAdmin: async () => ((await hasSuperAdmin(db)) ? null : firstAdmin.open()),
    publicFolders: [THUMBNAILS_FOLDER, ...PUBLIC_MEDIA_FOLDERS],
    close() {
      followCounts.close()
      postCounts.close()
      liveStats.close()
    },
  }
}
