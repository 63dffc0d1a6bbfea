import type { Feature } from './feature.ts'
import { activity } from './features/accounts/activity/feature.ts'
import { auth } from './features/accounts/auth/feature.ts'
import { accountMail } from './features/accounts/account-mail/feature.ts'
import { preferences } from './features/accounts/preferences/feature.ts'
import { follows } from './features/accounts/follows/feature.ts'
import { blocks } from './features/accounts/blocks/feature.ts'
import { userLists } from './features/accounts/user-lists/feature.ts'
import { users } from './features/accounts/user-page/feature.ts'
import { notifications } from './features/notifications/notifications/feature.ts'
import { digests } from './features/notifications/digests/feature.ts'
import { notice } from './features/notifications/notice/feature.ts'
import { media } from './features/media/media/feature.ts'
import { storageAllowance } from './features/media/storage-allowance/feature.ts'
import { thumbnails } from './features/media/thumbnails/feature.ts'
import { uploads } from './features/media/uploads/feature.ts'
import { previewImages } from './features/media/preview-images/feature.ts'
import { streams } from './features/live/streams/feature.ts'
import { streamKeys } from './features/live/stream-keys/feature.ts'
import { streamSchedule } from './features/live/stream-schedule/feature.ts'
import { streamLikes } from './features/live/stream-likes/feature.ts'
import { live } from './features/live/live/feature.ts'
import { liveStatus } from './features/live/live-status/feature.ts'
import { movements } from './features/live/movements/feature.ts'
import { whipWhep } from './features/live/whip-whep/feature.ts'
import { creatorEmoji } from './features/live/creator-emoji/feature.ts'
import { chat } from './features/live/chat/feature.ts'
import { startNotifications } from './features/live/start-notifications/feature.ts'
import { videos } from './features/videos/videos/feature.ts'
import { videoLikes } from './features/videos/video-likes/feature.ts'
import { videoViews } from './features/videos/video-views/feature.ts'
import { recordings } from './features/videos/recordings/feature.ts'
import { publicationNotifications } from './features/videos/publication-notifications/feature.ts'
import { posts } from './features/community/posts/feature.ts'
import { comments } from './features/community/comments/feature.ts'
import { likes } from './features/community/likes/feature.ts'
import { shares } from './features/community/shares/feature.ts'
import { bookmarks } from './features/community/bookmarks/feature.ts'
import { profile } from './features/community/profile/feature.ts'
import { socialLinks } from './features/community/social-links/feature.ts'
import { watchedEntities } from './features/community/watched-entities/feature.ts'
import { ledger } from './features/money/ledger/feature.ts'
import { payments } from './features/money/payments/feature.ts'
import { checkout } from './features/money/checkout/feature.ts'
import { tips } from './features/money/tips/feature.ts'
import { creatorPro } from './features/money/creator-pro/feature.ts'
import { payouts } from './features/money/payouts/feature.ts'
import { paymentHistory } from './features/money/payment-history/feature.ts'
import { creatorAnalytics } from './features/studio/creator-analytics/feature.ts'
import { journey } from './features/studio/journey/feature.ts'
import { trending } from './features/discovery/trending/feature.ts'
import { search } from './features/discovery/search/feature.ts'
import { videoDiscovery } from './features/discovery/video-discovery/feature.ts'
import { embeds } from './features/discovery/embeds/feature.ts'
import { rss } from './features/discovery/rss/feature.ts'
import { sitemap } from './features/discovery/sitemap/feature.ts'
import { adminAudit } from './features/operations/audit/feature.ts'
import { adminSettings } from './features/operations/settings/feature.ts'
import { adminLogs } from './features/operations/system-logs/feature.ts'
import { moderationCases } from './features/operations/moderation-cases/feature.ts'
import { moderation } from './features/operations/moderation/feature.ts'
import { invitations } from './features/operations/invitations/feature.ts'
import { announcements } from './features/operations/announcements/feature.ts'
import { contact } from './features/operations/contact/feature.ts'
import { metrics } from './features/operations/metrics/feature.ts'
import { adminAnalytics } from './features/operations/admin-analytics/feature.ts'
import { adminContact } from './features/operations/admin-contact/feature.ts'
import { adminDashboard } from './features/operations/admin-dashboard/feature.ts'
import { adminMedia } from './features/operations/admin-media/feature.ts'
import { adminPayments } from './features/operations/admin-payments/feature.ts'
import { adminUsers } from './features/operations/admin-users/feature.ts'

/** All features, of the lowest domain first: a feature knows only those before it. */
export const FEATURES: readonly Feature[] = [
  activity,
  auth,
  accountMail,
  preferences,
  follows,
  blocks,
  userLists,
  users,
  notifications,
  digests,
  notice,
  media,
  storageAllowance,
  thumbnails,
  uploads,
  previewImages,
  streams,
  streamKeys,
  streamSchedule,
  streamLikes,
  live,
  liveStatus,
  movements,
  whipWhep,
  creatorEmoji,
  chat,
  startNotifications,
  videos,
  videoLikes,
  videoViews,
  recordings,
  publicationNotifications,
  posts,
  comments,
  likes,
  shares,
  bookmarks,
  profile,
  socialLinks,
  watchedEntities,
  ledger,
  payments,
  checkout,
  tips,
  creatorPro,
  payouts,
  paymentHistory,
  creatorAnalytics,
  journey,
  trending,
  search,
  videoDiscovery,
  embeds,
  rss,
  sitemap,
  adminAudit,
  adminSettings,
  adminLogs,
  moderationCases,
  moderation,
  invitations,
  announcements,
  contact,
  metrics,
  adminAnalytics,
  adminContact,
  adminDashboard,
  adminMedia,
  adminPayments,
  adminUsers,
]
