import { bigint, date, doublePrecision, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'

const count = (name: string) => integer(name).notNull().default(0)
const cents = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/**
 * The platform's figures of a UTC day that is over, made by the daily roll-up. They have no foreign keys: members and posts
 * that are deleted later stay counted.
 */
export const platformDays = pgTable('platform_days', {
  date: date().primaryKey(),
  signups: count('signups'),
  posts: count('posts'),
  streams: count('streams'),
  liveSeconds: doublePrecision('live_seconds').notNull().default(0),
  /** Null for days before peaks and active members were recorded. */
  peakViewers: integer('peak_viewers'),
  /** Seconds. */
  watchTime: doublePrecision('watch_time').notNull().default(0),
  tips: count('tips'),
  tipsCents: cents('tips_cents'),
  /** The same in a sandbox. */
  sandboxTips: count('sandbox_tips'),
  sandboxTipsCents: cents('sandbox_tips_cents'),
  /** Numbers of distinct members who were active on this day, and in the 7 and 30 days that end with it. */
  activeDay: integer('active_day'),
  activeWeek: integer('active_week'),
  activeMonth: integer('active_month'),
  /** The same in 6 and 29 days. Adding the newly active members of the next day gives its week and month. */
  activeSixDays: count('active_six_days'),
  activeTwentyNineDays: count('active_twenty_nine_days'),
})

/** How many of the members who signed up in a week were active in a week that is over. Weeks begin on Monday (UTC). */
export const platformCohorts = pgTable(
  'platform_cohorts',
  {
    cohort: date().notNull(),
    week: date().notNull(),
    active: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cohort, table.week] })],
)
