import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, timestamptz } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { videos } from '#server/features/videos/videos/schema.ts'

/** One playback of a video on one page. It counts as a view from `countedAt` on, of the day on which it began. */
export const videoViews = pgTable(
  'video_views',
  {
    id: primaryId(),
    videoId: uuid('video_id')
      .notNull()
      .references(() => videos.id, { onDelete: 'cascade' }),
    /** Null for a visitor. */
    viewerId: uuid('viewer_id').references(() => users.id, { onDelete: 'set null' }),
    /** The key of a visitor: see `toBroadcastViewer`. Null for a user. */
    visitorId: text('visitor_id'),
    /** Made by the page for each playback. */
    sessionId: text('session_id').notNull(),
    /** Seconds of watching, never more than the time that passed. */
    watchTime: doublePrecision('watch_time').notNull().default(0),
    /** The second of the video at which the viewer was last. */
    position: doublePrecision(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When it was long enough to count, as the viewer's only one within 24 hours; null before. */
    countedAt: timestamptz('counted_at'),
    /** Time of the latest report of its page. */
    reportedAt: timestamptz('reported_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    // The playbacks of a viewer. Two viewers may use the same session id: it is chosen by the page.
    uniqueIndex('video_views_viewer_key').on(table.viewerId, table.videoId, table.sessionId),
    uniqueIndex('video_views_visitor_key').on(table.visitorId, table.videoId, table.sessionId),
    // The recent playbacks of a viewer, however many there are.
    index('video_views_viewer_idx')
      .on(table.viewerId, table.videoId, table.createdAt)
      .where(sql`${table.viewerId} is not null`),
    index('video_views_visitor_idx')
      .on(table.visitorId, table.videoId, table.createdAt)
      .where(sql`${table.visitorId} is not null`),
    index('video_views_video_idx').on(table.videoId, table.createdAt),
    index('video_views_day_idx').on(table.createdAt),
    // The playbacks of visitors, for the limits per address.
    index('video_views_visitors_idx')
      .on(table.videoId, table.ipAddress, table.createdAt)
      .where(sql`${table.visitorId} is not null`),
    index('video_views_address_idx')
      .on(table.createdAt)
      .where(sql`${table.ipAddress} is not null or ${table.userAgent} is not null`),
  ],
)
