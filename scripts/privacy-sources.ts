import type { English } from '#web/locales/english.d.ts'

/** A dependency of a statement; privacy-sources.test.ts checks that each exists. */
export type Source =
  /** A file or folder. */
  | { file: string }
  /** A database table, optionally one of its columns. */
  | { table: string; column?: string }
  /** A key of the site settings. */
  | { setting: string }
  /** An environment variable. */
  | { env: string }

type Statement = Exclude<keyof English['privacy'], `${string}Title`>

const file = (path: string): Source => ({ file: path })
const table = (name: string, column?: string): Source => ({
  table: name,
  ...(column !== undefined && { column }),
})

const SESSIONS = file('src/server/features/accounts/auth/sessions.ts')
const KNOWN_DEVICE = file('src/server/features/accounts/auth/known-device.ts')
const RATE_LIMITS = file('src/server/http/rates/rate-limits.ts')
const RELEASED_MEDIA = file('src/server/features/media/media/media-store.ts')

/**
 * The code or setting that makes each statement of the privacy page true. After changing one of these, check the
 * statement; list the sources of each new statement here.
 */
export const PRIVACY_SOURCES: Record<Statement, readonly Source[]> = {
  intro: [{ setting: 'general.siteName' }, file('src/server/http/create-server.ts')],
  controllerText: [{ setting: 'general.siteName' }, file('src/shared/settings/public-settings.ts')],
  visitorCookie: [SESSIONS, file('src/server/http/pages/pages.ts')],
  visitorViews: [table('broadcast_views', 'viewer'), file('src/server/realtime/connection.ts')],
  visitorVideos: [
    table('video_views', 'visitor_id'),
    table('video_views', 'ip_address'),
    table('creator_analytics'),
    file('src/server/features/videos/video-views/queries.ts'),
    file('src/server/logs/cleanup-job.ts'),
  ],
  visitorLimits: [
    RATE_LIMITS,
    table('rate_limits', 'key'),
    table('sign_in_failures', 'account'),
    file('src/server/features/accounts/auth/cleanup-job.ts'),
    file('src/server/realtime/socket-limits.ts'),
    file('src/server/features/accounts/auth/sign-in-slowdown.ts'),
    file('src/shared/settings/limit-settings.ts'),
    { setting: 'limits.registrations' },
  ],
  accountProfile: [
    table('users'),
    table('creator_social_links'),
    table('creator_emoji'),
    file('src/shared/community/profile.ts'),
    file('src/shared/accounts/preferences.ts'),
    table('users', 'dismissed_notice'),
  ],
  accountPassword: [table('users', 'password_hash'), file('src/server/features/accounts/auth/passwords.ts')],
  accountSession: [table('sessions', 'sess'), SESSIONS, file('src/server/features/accounts/auth/queries.ts')],
  accountActivity: [
    table('posts'),
    table('comments'),
    table('likes'),
    table('shares'),
    table('bookmarks'),
    table('follows'),
    table('hidden_users'),
    table('streams'),
    table('stream_reminders'),
    table('chat_messages'),
    table('chat_messages', 'is_first'),
    table('chat_participants'),
    table('chat_word_lists'),
    table('broadcast_views'),
    table('video_views', 'viewer_id'),
    table('notifications'),
    table('notification_actors'),
  ],
  accountKey: [table('stream_keys', 'sealed'), file('src/server/features/live/stream-keys')],
  accountPayout: [
    table('creator_payouts', 'payout_email'),
    table('creator_payouts', 'payout_country'),
    table('payment_orders', 'payee_email'),
    file('src/server/features/money/payouts'),
    file('src/server/payments/paypal/orders.ts'),
  ],
  accountPayments: [
    table('payment_orders'),
    table('payment_orders', 'payee_email'),
    table('sandbox_orders'),
    table('tips'),
    table('ledger_postings', 'user_id'),
    file('src/server/features/money/tips/routes.ts'),
    file('src/server/features/money/payments'),
    file('src/server/features/live/chat/tip-queries.ts'),
  ],
  accountPro: [
    table('subscriptions'),
    table('subscription_payments'),
    table('users', 'paypal_customer_id'),
    table('users', 'paypal_subscription_id'),
    table('ledger_postings', 'user_id'),
    file('src/server/features/money/creator-pro/reconcile-job.ts'),
  ],
  accountMail: [
    table('account_tokens', 'hash'),
    table('account_tokens', 'expires_at'),
    table('users', 'email_verified_at'),
    table('digests'),
    file('src/server/mail/mail-config.ts'),
    file('src/server/mail/mail.ts'),
    file('src/server/mail/mailer.ts'),
    file('src/server/features/accounts/account-mail'),
    file('src/server/features/money/receipts'),
    file('src/server/features/accounts/auth/new-sign-in.ts'),
  ],
  visibilityPublic: [
    file('src/shared/accounts/users.ts'),
    table('users', 'is_premium'),
    file('src/server/features/live/creator-emoji'),
    file('src/server/features/accounts/user-lists/routes.ts'),
    file('src/server/features/community/posts/routes.ts'),
    file('src/server/features/discovery/rss/routes.ts'),
    file('src/server/features/discovery/sitemap'),
    file('src/server/features/discovery/embeds'),
    file('src/server/features/discovery/video-discovery'),
  ],
  visibilityMembers: [
    table('chat_messages', 'held_at'),
    file('src/server/features/live/chat/review-held.ts'),
    table('streams', 'is_public'),
    file('src/server/features/live/streams/access.ts'),
    file('src/server/features/live/chat/routes.ts'),
    file('src/server/features/live/chat/tip-queries.ts'),
    file('src/server/features/videos/videos/replay-chat.ts'),
  ],
  visibilityCounts: [
    table('streams', 'reminders_count'),
    file('src/server/features/live/live/viewer-counts.ts'),
    file('src/server/features/notifications/notifications/notify.ts'),
    file('src/server/features/videos/publication-notifications/publication-job.ts'),
  ],
  visibilityFigures: [
    file('src/shared/studio/creator-analytics.ts'),
    file('src/server/features/studio/creator-analytics/audience-queries.ts'),
  ],
  visibilityBans: [
    table('stream_bans', 'banned_by'),
    table('stream_bans', 'until'),
    file('src/server/features/live/chat/ban-user.ts'),
  ],
  visibilityReports: [
    table('reports'),
    table('moderation_cases', 'snapshot'),
    table('moderation_decisions'),
    table('moderation_viewers'),
    table('users', 'timed_out_until'),
    file('src/server/features/operations/moderation/read-case.ts'),
    file('src/server/features/operations/moderation/purge-job.ts'),
  ],
  visibilityBlocks: [
    table('hidden_users'),
    file('src/server/features/accounts/blocks'),
    file('src/server/features/accounts/hidden-users'),
  ],
  visibilityMail: [
    file('src/server/features/accounts/users/present-user.ts'),
    file('src/server/features/live/streams/present-stream.ts'),
  ],
  visibilitySelf: [
    file('src/shared/community/bookmarks.ts'),
    file('src/shared/notifications/notifications.ts'),
    file('src/server/features/studio/journey/routes.ts'),
    file('src/server/features/live/stream-schedule/set-reminder.ts'),
  ],
  mediaPictures: [
    table('media_uploads', 'original_name'),
    file('src/server/features/media/media/prepare-file.ts'),
    file('src/server/features/media/media/prepare-video.ts'),
    file('src/server/features/media/uploads/upload-rules.ts'),
    file('src/server/features/media/uploads/cleanup-uploads.ts'),
    file('src/server/features/operations/admin-media/queries.ts'),
    table('media_uploads', 'description'),
    table('videos', 'library_description'),
  ],
  mediaLive: [file('src/web/features/live/live'), file('src/media'), { env: 'TURN_URL' }],
  mediaFrame: [
    table('stream_frames'),
    file('src/server/features/live/stream-frames'),
    file('src/web/features/live/live/studio/send-frames.ts'),
  ],
  mediaRecording: [
    table('streams', 'record_stream'),
    table('streams', 'publish_recording'),
    file('src/server/features/videos/recordings/routes.ts'),
    file('src/server/features/videos/recordings/recording-changes.ts'),
    table('recordings'),
    table('videos', 'is_published'),
    file('src/server/features/videos/recordings'),
    file('src/server/features/videos/videos/queries.ts'),
    file('src/server/features/videos/videos/replay-chat.ts'),
  ],
  mediaVideos: [
    table('videos', 'publish_at'),
    table('media_uploads', 'original_name'),
    table('uploads'),
    file('src/server/features/media/media/prepare-video-upload.ts'),
    file('src/server/features/media/uploads/file-routes.ts'),
    file('src/server/features/media/uploads/cleanup-uploads.ts'),
    file('src/server/features/videos/videos/files/serve-files.ts'),
  ],
  mediaThumbnail: [table('streams', 'thumbnail_url'), file('src/server/features/media/thumbnails')],
  browserText: [SESSIONS, KNOWN_DEVICE, file('src/server/http/pages/pages.ts')],
  browserSession: [SESSIONS],
  browserVisitor: [SESSIONS, file('src/server/http/pages/pages.ts')],
  browserDevice: [KNOWN_DEVICE],
  browserLocal: [
    file('src/web/lib/storage/browser-storage.ts'),
    file('src/web/shell/site-notice.tsx'),
    file('src/web/lib/storage/drafts.ts'),
    file('src/web/features/media/shared/uploads/upload-url-storage.ts'),
    file('src/web/lib/navigation/scroll-restoration.ts'),
    file('src/web/features/videos/player/session/video-position.ts'),
    file('src/web/features/videos/player/session/preferences.ts'),
    file('src/web/features/live/live/media/broadcast-settings.ts'),
  ],
  logsServer: [file('src/server/http/request-log.ts'), { env: 'LOG_LEVEL' }],
  logsEvents: [
    table('analytics_events', 'ip_address'),
    file('src/server/logs/queries.ts'),
    file('src/server/features/videos/videos/publication.ts'),
    file('src/server/features/accounts/auth/queries.ts'),
  ],
  logsActive: [
    table('active_days', 'date'),
    file('src/server/features/accounts/activity/activity-recorder.ts'),
    file('src/server/logs/cleanup-job.ts'),
    file('src/shared/operations/admin-analytics.ts'),
  ],
  logsModeration: [
    table('system_logs'),
    file('src/server/features/live/chat/record-moderation.ts'),
    file('src/server/features/operations/system-logs'),
  ],
  logsAudit: [
    table('audit_entries'),
    file('src/server/features/operations/audit'),
    table('site_settings', 'updated_by'),
    table('user_notes'),
    file('src/server/features/operations/settings/settings-store.ts'),
    file('src/server/features/operations/admin-payments'),
    file('src/server/features/operations/admin-users'),
  ],
  logsEnd: [
    table('analytics_events'),
    table('video_views', 'ip_address'),
    table('system_logs'),
    file('src/server/logs/cleanup-job.ts'),
  ],
  contactText: [
    table('contact_messages', 'user_id'),
    file('src/server/features/operations/contact'),
    file('src/server/features/operations/admin-contact'),
    file('src/server/mail/mail.ts'),
  ],
  thirdPartiesText: [
    file('src/web/features/operations/contact/contact-map.tsx'),
    file('src/web/checkout/provider-buttons.ts'),
    file('src/server/payments/paypal/orders.ts'),
    file('src/server/http/create-server.ts'),
    file('src/server/payments/payments-config.ts'),
  ],
  rightsProfile: [file('src/shared/community/profile.ts')],
  rightsPosts: [
    file('src/shared/community/posts.ts'),
    file('src/shared/community/comments.ts'),
    RELEASED_MEDIA,
  ],
  rightsChat: [
    table('chat_messages', 'deleted_at'),
    table('chat_messages', 'deleted_by'),
    file('src/server/features/live/chat/delete-message.ts'),
  ],
  rightsStreams: [
    file('src/server/features/live/streams/delete-stream.ts'),
    table('chat_messages', 'stream_id'),
  ],
  rightsVideos: [file('src/server/features/videos/videos/creator/remove-video.ts')],
  rightsNotifications: [
    table('users', 'notification_choices'),
    table('users', 'mail_choices'),
    file('src/server/features/notifications/digests'),
    file('src/server/features/live/stream-schedule/set-reminder.ts'),
  ],
  rightsSessions: [
    file('src/web/pages/preferences.tsx'),
    file('src/server/features/accounts/auth/account-routes.ts'),
    file('src/server/features/accounts/account-mail/change-email.ts'),
  ],
  rightsRest: [{ setting: 'general.contactEmail' }, file('src/web/pages/contact.tsx')],
}
