import { sql } from 'drizzle-orm'
import { index, integer, json, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '#server/db/columns.ts'

export type SessionRecord = {
  userId: string
  /** The browser and the time of the sign-in; older records lack both. */
  userAgent?: string
  createdAt?: string
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the id in the cookie: a leaked table cannot be used to sign in. */
    sid: text().primaryKey(),
    sess: json().$type<SessionRecord>().notNull(),
    expire: timestamptz('expire').notNull(),
  },
  (table) => [
    index('sessions_expire_idx').on(table.expire),
    index('sessions_user_idx').on(sql`(${table.sess} ->> 'userId')`),
  ],
)

/** Failed sign-ins of accounts, existing or not, for the slow-down of guesses. Not logged: a crash of PostgreSQL empties it. */
export const signInFailures = pgTable('sign_in_failures', {
  /** Digest of the e-mail address. */
  account: text().primaryKey(),
  failures: integer().notNull(),
  /** The number of the last counted attempt: it has changed if there was a later attempt. */
  attempt: integer().notNull(),
  /** Null while attempts need not wait. */
  nextAttemptAt: timestamptz('next_attempt_at'),
  /** A day after the last failure. */
  forgottenAt: timestamptz('forgotten_at').notNull(),
})
