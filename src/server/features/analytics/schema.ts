import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId } from '#server/db/columns.ts'

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
