import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context, Feature } from './feature.ts'
import { type Jobs, allowance, createJobs, openMedia, openWorkingFolders } from './feature-jobs.ts'
import { LinkTokens } from './mail/link-tokens.ts'
import type { MailDependencies } from './mail/send-job.ts'
import { UnsubscribeTokens } from './mail/unsubscribe-tokens.ts'
import { accountMail } from './features/accounts/account-mail/routes.ts'
import { account } from './features/accounts/auth/account-routes.ts'
import { FirstAdminSetup } from './features/accounts/auth/first-admin.ts'
import { adminAnalytics } from './features/operations/admin-analytics/routes.ts'
import { adminContact } from './features/operations/admin-contact/routes.ts'
import { adminDashboard } from './features/operations/admin-dashboard/routes.ts'
import { adminMedia } from './features/operations/admin-media/routes.ts'
import { adminPayments } from './features/operations/admin-payments/routes.ts'
import { adminUsers } from './features/operations/admin-users/routes.ts'
import { ActivityRecorder } from './features/accounts/activity/activity-recorder.ts'
import { adminAudit } from './features/operations/audit/routes.ts'
import { adminLogs } from './features/operations/system-logs/routes.ts'
import { auth } from './features/accounts/auth/routes.ts'
import { SessionCache } from './features/accounts/auth/session-cache.ts'
import { VISITOR_COOKIE, identify, sessions } from './features/accounts/auth/sessions.ts'
import { blocks } from './features/accounts/blocks/routes.ts'
import { bookmarks } from './features/community/bookmarks/routes.ts'
import { chat } from './features/live/chat/routes.ts'
import type { FindCheckout } from './features/money/checkout/find-checkout.ts'
import { checkout } from './features/money/checkout/routes.ts'
import { comments } from './features/community/comments/routes.ts'
import { contact } from './features/operations/contact/routes.ts'
import { findSubscriptionCheckout } from './features/money/creator-pro/find-checkout.ts'
import { creatorPro } from './features/money/creator-pro/routes.ts'
import { creatorAnalytics } from './features/studio/creator-analytics/routes.ts'
import { creatorEmoji } from './features/live/creator-emoji/routes.ts'
import { digests } from './features/notifications/digests/routes.ts'
import { createFollowCountsPublisher } from './features/accounts/follows/follow-counts.ts'
import { follows } from './features/accounts/follows/routes.ts'
import { invitations } from './features/operations/invitations/routes.ts'
import { journey } from './features/studio/journey/routes.ts'
import { likes } from './features/community/likes/routes.ts'
import { liveStatus } from './features/live/live-status/routes.ts'
import { createLiveState } from './features/live/live/live-state.ts'
import { connectionTests } from './features/live/live/routes.ts'
import { live } from './features/live/live/sockets.ts'
import { PUBLIC_MEDIA_FOLDERS } from './features/media/media/prepare-file.ts'
import { LiveStats } from '#server/features/live/live-status/live-stats.ts'
import { metrics } from './features/operations/metrics/routes.ts'
import { movements } from './features/discovery/movements/routes.ts'
import { notifications } from './features/notifications/notifications/routes.ts'
import { createPostCountsPublisher } from './features/community/posts/post-changes.ts'
import { paymentHistory } from './features/money/payment-history/routes.ts'
import { payments } from './features/money/payments/routes.ts'
import { payouts } from './features/money/payouts/routes.ts'
import { moderation } from './features/operations/moderation/routes.ts'
import { posts } from './features/community/posts/routes.ts'
import { announcements } from './features/operations/announcements/routes.ts'
import { notice } from './features/notifications/notice/routes.ts'
import { preferences } from './features/accounts/preferences/routes.ts'
import { previewImages } from './features/media/preview-images/routes.ts'
import { profile } from './features/community/profile/routes.ts'
import { retryAssembly } from './features/videos/recordings/end-recording.ts'
import { createRecordings, recordings } from '#server/features/videos/recordings/feature.ts'
import { publishedRecordings } from '#server/features/videos/recordings/routes.ts'
import { rss } from './features/discovery/rss/routes.ts'
import { search } from './features/discovery/search/routes.ts'
import { shares } from './features/community/shares/routes.ts'
import { socialLinks } from './features/community/social-links/routes.ts'
import { streamKeys } from './features/live/stream-keys/routes.ts'
import { StreamKeys } from './features/live/stream-keys/stream-keys.ts'
import { streamSchedule } from './features/live/stream-schedule/routes.ts'
import { likedStreams } from './features/live/stream-likes/liked-streams.ts'
import { streamLikes } from './features/live/stream-likes/routes.ts'
import { ownStreamKeys } from './features/live/stream-keys/own-stream-keys.ts'
import { remindedStreams } from './features/live/stream-schedule/reminded-streams.ts'
import { streamPosters } from './features/videos/recordings/stream-posters.ts'
import { streamLists } from './features/live/streams/list-routes.ts'
import { streams } from './features/live/streams/routes.ts'
import type { FetchRules } from './features/media/thumbnails/fetch-rules.ts'
import { thumbnails } from './features/media/thumbnails/routes.ts'
import { THUMBNAILS_FOLDER, createThumbnails } from './features/media/thumbnails/thumbnails.ts'
import { findTipCheckout } from './features/money/tips/find-checkout.ts'
import { tips } from './features/money/tips/routes.ts'
import { trending } from './features/discovery/trending/routes.ts'
import { createTrends } from './features/discovery/trending/trends.ts'
import { storageAllowance } from './features/media/storage-allowance/routes.ts'
import { uploadFiles } from './features/media/uploads/file-routes.ts'
import { uploads } from './features/media/uploads/routes.ts'
import type { UploadRules } from './features/media/uploads/upload-rules.ts'
import { userLists } from './features/accounts/user-lists/routes.ts'
import { presentOwnUser } from './features/accounts/users/present-user.ts'
import { hasSuperAdmin } from './features/accounts/users/queries.ts'
import { users } from './features/accounts/user-page/routes.ts'
import { videoViews } from './features/videos/video-views/routes.ts'
import { videoDiscovery } from './features/discovery/video-discovery/routes.ts'
import { videoLikes } from './features/videos/video-likes/routes.ts'
import { creatorVideos } from './features/videos/videos/creator/routes.ts'
import { videos } from './features/videos/videos/routes.ts'
import { VideoFileCache } from './features/videos/videos/files/video-file-cache.ts'
import { adminSettings } from './features/operations/settings/routes.ts'
import { sitemap } from './features/discovery/sitemap/routes.ts'
import { embeds } from './features/discovery/embeds/routes.ts'
import { watchedEntities } from './features/community/watched-entities/sockets.ts'
import { encoders } from './features/live/whip-whep/encoder-routes.ts'
import { players } from './features/live/whip-whep/player-routes.ts'
import { listenToFeatures, notificationSubjects } from './feature-listeners.ts'
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
  const thumbnailStore = createThumbnails({ ...context, allowance, storage }, fetchRules)
  const media = await openMedia(context, storage)
  const workingFolders = await openWorkingFolders(context, storage, 'app')
  const followCounts = createFollowCountsPublisher(context)
  const postCounts = createPostCountsPublisher(context)
  const trends = createTrends(db, config.countsMs)
  const liveStats = new LiveStats(context.engine)
  const liveState = createLiveState(context)
  const recordingStore = createRecordings(context, allowance)
  const videoFileCache = new VideoFileCache(db, context.rowChanges, sessionCache)
  listenToFeatures({ ...context, fileCache: videoFileCache, recordings: recordingStore })
  const additions = [likedStreams, remindedStreams, ownStreamKeys(streamKeyStore), streamPosters]
  const list: Feature[] = [
    auth({ firstAdmin, linkTokens, sessionCache }),
    accountMail({ linkTokens, sessionCache }),
    account(sessionCache),
    preferences,
    notice,
    digests(new UnsubscribeTokens(secrets.session)),
    notifications(notificationSubjects),
    moderation({ changes: postCounts, fileCache: videoFileCache, sessionCache }),
    users,
    follows(followCounts),
    blocks(followCounts),
    userLists(sessionCache),
    profile(media),
    socialLinks,
    creatorEmoji(media),
    thumbnails(thumbnailStore),
    uploads({ allowance, media }, uploadRules),
    uploadFiles({ media, storage }),
    storageAllowance(allowance),
    streams({ additions, thumbnails: thumbnailStore }),
    streamLists(additions),
    streamSchedule(additions),
    streamLikes,
    streamKeys(streamKeyStore),
    live(liveState),
    connectionTests,
    encoders({ state: liveState, sessionCache, streamKeys: streamKeyStore }),
    players({ state: liveState, sessionCache, secret: secrets.session }),
    recordings(recordingStore),
    publishedRecordings,
    videos({ fileCache: videoFileCache, storage }),
    creatorVideos({ assembleRecording: retryAssembly, fileCache: videoFileCache, storage }),
    videoViews,
    creatorAnalytics,
    payouts,
    payments,
    paymentHistory,
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
    posts({ allowance, media, sessionCache }),
    likes(postCounts),
    comments(postCounts),
    shares(postCounts),
    bookmarks,
    journey(additions),
    watchedEntities,
    search({ additions, trends }),
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
    adminUsers({ allowance, sessionCache }),
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
