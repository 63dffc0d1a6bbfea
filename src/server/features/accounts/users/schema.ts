import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ROLES } from '#shared/roles.ts'
import type { Preferences } from '#shared/accounts/preferences.ts'
import { createdAt, timestamptz, primaryId, searchWords, updatedAt } from '#server/db/columns.ts'
import { foldedText } from '#server/db/folded-text.ts'

export const userRole = pgEnum('user_role', ROLES)

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    /** Always lower case, so that the unique index allows one account per mailbox. */
    email: text().notNull(),
    /** When the user opened a link that was mailed to this address; null before. */
    emailVerifiedAt: timestamptz('email_verified_at'),
    handle: text().notNull(),
    /** argon2id in PHC string format; null for users who sign in another way. */
    passwordHash: text('password_hash'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    bio: text(),
    followersCount: integer('followers_count').notNull().default(0),
    followingCount: integer('following_count').notNull().default(0),
    totalViews: integer('total_views').notNull().default(0),
    streamsCount: integer('streams_count').notNull().default(0),
    paypalCustomerId: text('paypal_customer_id'),
    paypalSubscriptionId: text('paypal_subscription_id'),
    isPremium: boolean('is_premium').notNull().default(false),
    heritageRegion: text('heritage_region'),
    countryOfOrigin: text('country_of_origin'),
    languages: text().array().notNull().default([]),
    collaborationTags: text('collaboration_tags').array().notNull().default([]),
    bioMultilingual: jsonb('bio_multilingual').$type<Record<string, string>>().notNull().default({}),
    /** Preferred language of the interface; null follows the browser. */
    language: text().$type<Preferences['language']>(),
    /** Enabled or disabled kinds of notifications; a missing kind is enabled. */
    notificationChoices: jsonb('notification_choices')
      .$type<Partial<Preferences['notifications']>>()
      .notNull()
      .default({}),
    /** Which mails the user gets; a missing choice has the default of `mailChoicesOf`. */
    mailChoices: jsonb('mail_choices').$type<Partial<Preferences['mail']>>().notNull().default({}),
    /** The version of the operator's notice that the user has dismissed: a hash of its text. */
    dismissedNotice: text('dismissed_notice'),
    /** The user's live stream, if it is public; written where streams start and end (`live-users`). No foreign key: a live stream is never deleted. */
    liveStreamId: uuid('live_stream_id'),
    search: searchWords(),
    /** The text of searches by admins: the e-mail address and the full name, without case and accents. */
    adminSearch: text('admin_search')
      .notNull()
      .generatedAlwaysAs(
        foldedText(`email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')`),
      ),
    role: userRole().notNull().default('user'),
    isActive: boolean('is_active').notNull().default(true),
    /** Inactive until an admin approves the new account; false once that is decided. */
    awaitsApproval: boolean('awaits_approval').notNull().default(false),
    /** Until when a moderator's time-out lasts: no posts, comments, chat messages or streams. */
    timedOutUntil: timestamptz('timed_out_until'),
    lastLoginAt: timestamptz('last_login_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_key').on(table.email),
    uniqueIndex('users_handle_key').on(table.handle),
    // Includes the status, so that an index-only scan counts users.
    index('users_role_idx').on(table.role, table.isActive),
    index('users_waiting_idx')
      .on(table.id)
      .where(sql`${table.awaitsApproval}`),
    index('users_admin_search_idx').using('gin', sql`${table.adminSearch} gin_trgm_ops`),
    index('users_search_idx').using('gin', table.search),
    index('users_wordless_idx')
      .on(table.id)
      .where(sql`${table.search} is null`),
    index('users_followers_idx').on(table.followersCount, table.id),
    // The users who are live, the most followed first.
    index('users_live_idx')
      .on(table.followersCount, table.id)
      .where(sql`${table.liveStreamId} is not null`),
    index('users_region_idx')
      .on(table.heritageRegion, table.followersCount, table.id)
      .where(sql`${table.isActive}`),
    index('users_tags_idx').using('gin', table.collaborationTags),
    index('users_languages_idx').using('gin', table.languages),
  ],
)

/** A user without the password hash and the columns for searches. */
export type UserRow = Omit<typeof users.$inferSelect, 'passwordHash' | 'search' | 'adminSearch'>
/** The counts of a user, which change all the time. */
export type UserCounts = Pick<UserRow, 'followersCount' | 'followingCount' | 'totalViews' | 'streamsCount'>
/** The columns that nearly every request of a user needs. The trigger `users_notify_change` lists these columns. */
export type SessionUser = Omit<UserRow, keyof UserCounts>
