import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { LogCategory, LogLevel } from '#shared/operations/admin-logs.ts'
import { createdAt, primaryId } from '#server/db/columns.ts'
import { foldedText } from '#server/db/folded-text.ts'

/** Events and errors of the site, for its operator. No foreign key: entries outlive the rows of users. */
export const systemLogs = pgTable(
  'system_logs',
  {
    id: primaryId(),
    level: text().$type<LogLevel>().notNull(),
    message: text().notNull(),
    category: text().$type<LogCategory>().notNull(),
    /** The user who caused the event. */
    userId: uuid('user_id'),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The text of searches: the message and the metadata, without case and accents. Migration 45 gives it more statistics. */
    search: text().notNull().generatedAlwaysAs(foldedText(`message || ' ' || metadata::text`)),
    createdAt: createdAt(),
  },
  // Each ends with the id, which sorts by time: a page of a filtered list is a range of an index.
  (table) => [
    index('system_logs_level_idx').on(table.level, table.id),
    index('system_logs_category_idx').on(table.category, table.id),
    index('system_logs_level_category_idx').on(table.level, table.category, table.id),
    index('system_logs_user_idx')
      .on(table.userId, table.id)
      .where(sql`${table.userId} is not null`),
    // The few that the nightly check of the ledger writes, among all errors of payments.
    index('system_logs_differences_idx')
      .on(table.id)
      .where(sql`${table.metadata} ? 'differences'`),
    index('system_logs_search_idx').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)

/** Platform events for analytics. No foreign key: the deletion of an account deletes its events. */
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
