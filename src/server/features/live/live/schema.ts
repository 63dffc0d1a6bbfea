import { date, integer, pgTable } from 'drizzle-orm/pg-core'

/** The most simultaneous viewers that one broadcast had on a UTC day, without its creator's own pages. */
export const viewerPeaks = pgTable('viewer_peaks', {
  date: date().primaryKey(),
  viewers: integer().notNull(),
})
