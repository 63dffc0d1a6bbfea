import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Platform events for analytics. No foreign key, as events outlive their users. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: primaryId(),
    eventType: text('event_type').notNull(),
    userId: uuid('user_id'),
    sessionId: text('session_id'),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
  },
  (table) => [
    index('analytics_events_type_idx').on(table.eventType, table.id),
    // Addresses from which a user was registered or has signed in.
    index('analytics_events_sign_in_idx')
      .on(table.userId, table.ipAddress, table.createdAt)
      .where(sql`${table.eventType} in ('member_registered', 'member_signed_in')`),
  ],
)

/** The UTC days on which a session of a user was used, at most one row a day. Deleted after `ACTIVE_DAYS`. */
export const activeDays = pgTable(
  'active_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    date: date().notNull(),
    /** The user's active day before this one. Tells who is new in a week or a month without reading its days. */
    previousDate: date('previous_date'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.date] }),
    index('active_days_date_idx').on(table.date, table.userId),
  ],
)

/** The most simultaneous viewers that one broadcast had on a UTC day, without its creator's own pages. */
export const viewerPeaks = pgTable('viewer_peaks', {
  date: date().primaryKey(),
  viewers: integer().notNull(),
})
