import { type Column, type SQL, sql } from 'drizzle-orm'

/** Whether a moderator's time-out of a user lasts; `userId` may be a column without a table. */
export const isTimedOut = (userId: SQL | Column): SQL<boolean> =>
  sql<boolean>`exists (select from users timed_out where timed_out.id = ${userId} and timed_out.timed_out_until > now())`
