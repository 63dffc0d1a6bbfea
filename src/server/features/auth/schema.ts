import { sql } from 'drizzle-orm'
import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
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
