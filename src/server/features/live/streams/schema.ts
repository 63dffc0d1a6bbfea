import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { STREAM_CATEGORIES } from '#shared/constants.ts'
import type { RecordingProblem } from '#shared/live/streams.ts'
import { createdAt, timestamptz, primaryId, searchWords, updatedAt } from '#server/db/columns.ts'
import { foldedText } from '#server/db/folded-text.ts'
import { users } from '#server/features/accounts/users/schema.ts'

export const streams = pgTable(
  'streams',
  {
    id: primaryId(),
    streamerId: uuid('streamer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text(),
    category: text().$type<(typeof STREAM_CATEGORIES)[number]>().notNull(),
    thumbnailUrl: text('thumbnail_url'),
    /** The node whose storage has the thumbnail. Null for rows from before there were several nodes: any node. */
    thumbnailNodeId: text('thumbnail_node_id'),
    /** Bytes of the thumbnail in both sizes. */
    thumbnailSize: integer('thumbnail_size').notNull().default(0),
    isLive: boolean('is_live').notNull().default(false),
    viewerCount: integer('viewer_count').notNull().default(0),
    /** Viewers without the streamer's own pages: the streamer reads this count and its peak. */
    otherViewers: integer('other_viewers').notNull().default(0),
    maxViewers: integer('max_viewers').notNull().default(0),
    /** For older broadcasts it includes the streamer's own pages: migration 0008 copied `max_viewers`. */
    maxOtherViewers: integer('max_other_viewers').notNull().default(0),
    /** The peaks of the current or last broadcast. `maxViewers` and `maxOtherViewers` are peaks of all broadcasts. */
    peakViewers: integer('peak_viewers').notNull().default(0),
    peakOtherViewers: integer('peak_other_viewers').notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    messagesCount: integer('messages_count').notNull().default(0),
    /** The figures at the start of the current or last broadcast. */
    likesAtStart: integer('likes_at_start').notNull().default(0),
    messagesAtStart: integer('messages_at_start').notNull().default(0),
    tipsCentsAtStart: bigint('tips_cents_at_start', { mode: 'number' }).notNull().default(0),
    sandboxTipsCentsAtStart: bigint('sandbox_tips_cents_at_start', { mode: 'number' }).notNull().default(0),
    isPublic: boolean('is_public').notNull().default(true),
    allowChat: boolean('allow_chat').notNull().default(true),
    recordStream: boolean('record_stream').notNull().default(false),
    publishRecording: boolean('publish_recording').notNull().default(false),
    /** Goal for its tips in whole dollars. */
    tipGoal: integer('tip_goal'),
    /** Sum of its tips after refunds, in cents, without tips of a sandbox. */
    tipsCents: bigint('tips_cents', { mode: 'number' }).notNull().default(0),
    /** As `tipsCents`, for tips of a sandbox. */
    sandboxTipsCents: bigint('sandbox_tips_cents', { mode: 'number' }).notNull().default(0),
    /** Minimum seconds between two chat messages of a user; 0 disables slow mode. */
    slowModeSeconds: integer('slow_mode_seconds').notNull().default(0),
    followersOnly: boolean('followers_only').notNull().default(false),
    /** Minimum age of a follow in followers-only mode, in minutes. */
    followersOnlyMinutes: integer('followers_only_minutes').notNull().default(0),
    /** Incremented by each moderation of the chat: a message that was checked against an older version is checked again. */
    chatVersion: integer('chat_version').notNull().default(0),
    /** Version of the chat's watched words: a message that was compared with an older one is compared again. */
    wordsVersion: integer('words_version').notNull().default(0),
    /** A chat message of this stream. No foreign key: the writer checks it. */
    pinnedMessageId: uuid('pinned_message_id'),
    /** The announced start; null if the stream is not announced. */
    scheduledFor: timestamptz('scheduled_for'),
    remindersCount: integer('reminders_count').notNull().default(0),
    rtcOfferId: text('rtc_offer_id'),
    startedAt: timestamptz('started_at'),
    endedAt: timestamptz('ended_at'),
    search: searchWords(),
    /**
     * When a moderator removed it: hidden from everyone, its streamer as well, and kept for a while. It is not live and not
     * public then.
     */
    hiddenAt: timestamptz('hidden_at'),
    /** Whether a hidden stream was public before. */
    wasPublic: boolean('was_public').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // At most one live stream per user, also under concurrent starts.
    uniqueIndex('streams_one_live_key')
      .on(table.streamerId)
      .where(sql`${table.isLive}`),
    index('streams_live_idx')
      .on(table.startedAt, table.id)
      .where(sql`${table.isLive}`),
    // The stored pictures, for admins.
    index('streams_picture_idx')
      .on(table.id)
      .where(sql`${table.thumbnailUrl} is not null`),
    // Migration 48 adds statistics of this expression: PostgreSQL does not use the statistics of a partial index.
    index('streams_picture_search_idx')
      .using('gin', sql`(${foldedText('title')}) gin_trgm_ops`)
      .where(sql`${table.thumbnailUrl} is not null`),
    index('streams_thumbnail_idx')
      .on(table.thumbnailUrl)
      .where(sql`${table.thumbnailUrl} is not null`),
    index('streams_search_idx').using('gin', table.search),
    index('streams_wordless_idx')
      .on(table.id)
      .where(sql`${table.search} is null`),
    // Users who have streamed in a category since a given time.
    index('streams_category_idx')
      .on(table.category, table.startedAt, table.streamerId)
      .where(sql`${table.isPublic} and ${table.startedAt} is not null`),
    index('streams_recent_idx')
      .on(table.category, table.startedAt, table.id)
      .where(sql`${table.isPublic} and ${table.startedAt} is not null and not ${table.isLive}`),
    // Announced public streams by their time.
    index('streams_upcoming_idx')
      .on(table.scheduledFor, table.id)
      .where(sql`${table.isPublic} and ${table.scheduledFor} is not null`),
    check('streams_hidden', sql`${table.hiddenAt} is null or not (${table.isPublic} or ${table.isLive})`),
    index('streams_streamer_idx').on(table.streamerId, table.id),
  ],
)

export type BroadcastRecording = 'recording' | RecordingProblem

/** The running broadcasts and their owners. A node changes only its own rows and rows of nodes whose lease has expired. */
export const broadcasts = pgTable(
  'broadcasts',
  {
    streamId: uuid('stream_id')
      .primaryKey()
      .references(() => streams.id, { onDelete: 'cascade' }),
    /** The node whose live engine has its media. */
    nodeId: text('node_id').notNull(),
    /** When the broadcast ends unless media arrives; null while media arrives. */
    graceUntil: timestamptz('grace_until'),
    /** Whether its owner records it, or why not; null if it is not to be recorded, or not known yet. */
    recording: text().$type<BroadcastRecording>(),
  },
  (table) => [index('broadcasts_node_idx').on(table.nodeId)],
)

/** Viewers who have been counted in the creator's total views, once per broadcast. */
export const broadcastViews = pgTable(
  'broadcast_views',
  {
    streamId: uuid('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'cascade' }),
    startedAt: timestamptz('started_at').notNull(),
    /** A user's id, a visitor's id, or the address of a client without cookies; see `toBroadcastViewer`. */
    viewer: text().notNull(),
    /** A visitor's address while the broadcast runs, for the limit per address. Null for a user. */
    address: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.streamId, table.startedAt, table.viewer] }),
    index('broadcast_views_day_idx').on(table.createdAt),
    index('broadcast_views_address_idx')
      .on(table.streamId, table.startedAt, table.address)
      .where(sql`${table.address} is not null`),
  ],
)

/** Columns of the tables that relate a user to a stream: reminders, bans. */
export const userStreamColumns = () => ({
  streamId: uuid('stream_id')
    .notNull()
    .references(() => streams.id, { onDelete: 'cascade' }),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
})

/** Bans from a stream, and time-outs, which restrict only the chat. */
export const streamBans = pgTable(
  'stream_bans',
  {
    ...userStreamColumns(),
    /** The end of a time-out; null for a ban. */
    until: timestamptz('until'),
    bannedBy: uuid('banned_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    primaryKey({ columns: [table.streamId, table.userId] }),
    index('stream_bans_user_idx').on(table.userId),
    index('stream_bans_by_idx').on(table.bannedBy),
  ],
)

/** A stream's row without its search words. */
export type StreamRow = Omit<typeof streams.$inferSelect, 'search'>
export type ChatRulesRow = Pick<
  StreamRow,
  'id' | 'allowChat' | 'slowModeSeconds' | 'followersOnly' | 'followersOnlyMinutes'
>
