import { date, index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/accounts/users/schema.ts'

/** The UTC days on which a session of a user was used, at most one row a day. Deleted after `ACTIVE_DAYS`. */
export const activeDays = pgTable(
  'active_days',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    date: date().notNull(),
    /** The user's active day before this one. Shows whether the user is new in a week or a month without a query for its days. */
    previousDate: date('previous_date'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.date] }),
    index('active_days_date_idx').on(table.date, table.userId),
  ],
)
