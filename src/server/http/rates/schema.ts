import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The counts of `rate-limiter-flexible` for all nodes; its statements use this order of columns. Not logged: a crash of
 * PostgreSQL empties it.
 */
export const rateLimits = pgTable('rate_limits', {
  /** The name of the rate, and a digest of what is counted: no address is stored. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** The end of the window, in milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
})
