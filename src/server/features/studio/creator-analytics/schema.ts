import {
  bigint,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** The figures of a creator on a day (UTC) that is over, made by the daily roll-up of the raw rows. */
export const creatorAnalytics = pgTable(
  'creator_analytics',
  {
    id: primaryId(),
    creatorId: uuid('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    date: date().notNull(),
    totalViews: integer('total_views').notNull().default(0),
    uniqueViewers: integer('unique_viewers').notNull().default(0),
    /** Seconds. */
    totalWatchTime: doublePrecision('total_watch_time').notNull().default(0),
    newFollowers: integer('new_followers').notNull().default(0),
    videosPublished: integer('videos_published').notNull().default(0),
    streamsCount: integer('streams_count').notNull().default(0),
    /** Likes and comments on the creator's posts, videos and streams. */
    totalEngagement: integer('total_engagement').notNull().default(0),
    /** US cents. */
    revenueCents: bigint('revenue_cents', { mode: 'number' }).notNull().default(0),
    /** The same in a sandbox. */
    sandboxRevenueCents: bigint('sandbox_revenue_cents', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('creator_analytics_key').on(table.creatorId, table.date),
    index('creator_analytics_date_idx').on(table.date),
  ],
)
