import type { Feature } from './feature.ts'
import { accountsFeature } from './features/accounts/users/feature.ts'
import { activityFeature } from './features/accounts/activity/feature.ts'
import { accountTokensFeature } from './features/accounts/account-tokens/feature.ts'
import { hiddenUsersFeature } from './features/accounts/hidden-users/feature.ts'
import { reactionsFeature } from './features/accounts/reactions/feature.ts'
import { authFeature } from './features/accounts/auth/feature.ts'
import { accountMailFeature } from './features/accounts/account-mail/feature.ts'
import { storedInvitationsFeature } from './features/accounts/invitations/feature.ts'
import { preferencesFeature } from './features/accounts/preferences/feature.ts'
import { liveUsersFeature } from './features/accounts/live-users/feature.ts'
import { followsFeature } from './features/accounts/follows/feature.ts'
import { blocksFeature } from './features/accounts/blocks/feature.ts'
import { userListsFeature } from './features/accounts/user-lists/feature.ts'
import { userPageFeature } from './features/accounts/user-page/feature.ts'
import { notificationsFeature } from './features/notifications/notifications/feature.ts'
import { digestsFeature } from './features/notifications/digests/feature.ts'
import { noticeFeature } from './features/notifications/notice/feature.ts'
import { mediaFeature } from './features/media/media/feature.ts'
import { storageAllowanceFeature } from './features/media/storage-allowance/feature.ts'
import { thumbnailsFeature } from './features/media/thumbnails/feature.ts'
import { uploadsFeature } from './features/media/uploads/feature.ts'
import { previewImagesFeature } from './features/media/preview-images/feature.ts'
import { streamsFeature } from './features/live/streams/feature.ts'
import { streamFramesFeature } from './features/live/stream-frames/feature.ts'
import { streamKeysFeature } from './features/live/stream-keys/feature.ts'
import { streamScheduleFeature } from './features/live/stream-schedule/feature.ts'
import { streamLikesFeature } from './features/live/stream-likes/feature.ts'
import { liveFeature } from './features/live/live/feature.ts'
import { liveStatusFeature } from './features/live/live-status/feature.ts'
import { movementsFeature } from './features/discovery/movements/feature.ts'
import { whipWhepFeature } from './features/live/whip-whep/feature.ts'
import { creatorEmojiFeature } from './features/live/creator-emoji/feature.ts'
import { chatFeature } from './features/live/chat/feature.ts'
import { startNotificationsFeature } from './features/live/start-notifications/feature.ts'
import { videosFeature } from './features/videos/videos/feature.ts'
import { videoLikesFeature } from './features/videos/video-likes/feature.ts'
import { videoViewsFeature } from './features/videos/video-views/feature.ts'
import { recordingsFeature } from './features/videos/recordings/feature.ts'
import { publicationNotificationsFeature } from './features/videos/publication-notifications/feature.ts'
import { postsFeature } from './features/community/posts/feature.ts'
import { commentsFeature } from './features/community/comments/feature.ts'
import { likesFeature } from './features/community/likes/feature.ts'
import { sharesFeature } from './features/community/shares/feature.ts'
import { bookmarksFeature } from './features/community/bookmarks/feature.ts'
import { profileFeature } from './features/community/profile/feature.ts'
import { socialLinksFeature } from './features/community/social-links/feature.ts'
import { watchedEntitiesFeature } from './features/community/watched-entities/feature.ts'
import { ledgerFeature } from './features/money/ledger/feature.ts'
import { paymentsFeature } from './features/money/payments/feature.ts'
import { checkoutFeature } from './features/money/checkout/feature.ts'
import { tipsFeature } from './features/money/tips/feature.ts'
import { creatorProFeature } from './features/money/creator-pro/feature.ts'
import { payoutsFeature } from './features/money/payouts/feature.ts'
import { paymentHistoryFeature } from './features/money/payment-history/feature.ts'
import { creatorAnalyticsFeature } from './features/studio/creator-analytics/feature.ts'
import { journeyFeature } from './features/studio/journey/feature.ts'
import { trendingFeature } from './features/discovery/trending/feature.ts'
import { searchFeature } from './features/discovery/search/feature.ts'
import { videoDiscoveryFeature } from './features/discovery/video-discovery/feature.ts'
import { embedsFeature } from './features/discovery/embeds/feature.ts'
import { rssFeature } from './features/discovery/rss/feature.ts'
import { sitemapFeature } from './features/discovery/sitemap/feature.ts'
import { auditFeature } from './features/operations/audit/feature.ts'
import { settingsFeature } from './features/operations/settings/feature.ts'
import { systemLogsFeature } from './features/operations/system-logs/feature.ts'
import { moderationCasesFeature } from './features/operations/moderation-cases/feature.ts'
import { moderationFeature } from './features/operations/moderation/feature.ts'
import { invitationsFeature } from './features/operations/invitations/feature.ts'
import { announcementsFeature } from './features/operations/announcements/feature.ts'
import { contactFeature } from './features/operations/contact/feature.ts'
import { metricsFeature } from './features/operations/metrics/feature.ts'
import { adminAnalyticsFeature } from './features/operations/admin-analytics/feature.ts'
import { adminContactFeature } from './features/operations/admin-contact/feature.ts'
import { adminDashboardFeature } from './features/operations/admin-dashboard/feature.ts'
import { adminMediaFeature } from './features/operations/admin-media/feature.ts'
import { adminPaymentsFeature } from './features/operations/admin-payments/feature.ts'
import { adminUsersFeature } from './features/operations/admin-users/feature.ts'

/** All features, of the lowest domain first: a feature knows only those before it. */
export const FEATURES: readonly Feature[] = [
  accountsFeature,
  activityFeature,
  accountTokensFeature,
  hiddenUsersFeature,
  authFeature,
  accountMailFeature,
  storedInvitationsFeature,
  preferencesFeature,
  liveUsersFeature,
  followsFeature,
  blocksFeature,
  reactionsFeature,
  userListsFeature,
  userPageFeature,
  notificationsFeature,
  digestsFeature,
  noticeFeature,
  mediaFeature,
  storageAllowanceFeature,
  thumbnailsFeature,
  uploadsFeature,
  previewImagesFeature,
  streamsFeature,
  streamKeysFeature,
  streamScheduleFeature,
  streamLikesFeature,
  liveFeature,
  streamFramesFeature,
  liveStatusFeature,
  whipWhepFeature,
  creatorEmojiFeature,
  chatFeature,
  startNotificationsFeature,
  videosFeature,
  videoLikesFeature,
  videoViewsFeature,
  recordingsFeature,
  publicationNotificationsFeature,
  postsFeature,
  commentsFeature,
  likesFeature,
  sharesFeature,
  bookmarksFeature,
  profileFeature,
  socialLinksFeature,
  watchedEntitiesFeature,
  ledgerFeature,
  paymentsFeature,
  checkoutFeature,
  tipsFeature,
  creatorProFeature,
  payoutsFeature,
  paymentHistoryFeature,
  creatorAnalyticsFeature,
  journeyFeature,
  movementsFeature,
  trendingFeature,
  searchFeature,
  videoDiscoveryFeature,
  embedsFeature,
  rssFeature,
  sitemapFeature,
  auditFeature,
  settingsFeature,
  systemLogsFeature,
  moderationCasesFeature,
  moderationFeature,
  invitationsFeature,
  announcementsFeature,
  contactFeature,
  metricsFeature,
  adminAnalyticsFeature,
  adminContactFeature,
  adminDashboardFeature,
  adminMediaFeature,
  adminPaymentsFeature,
  adminUsersFeature,
]
