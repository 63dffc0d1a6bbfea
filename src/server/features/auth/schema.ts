import { sql } from 'drizzle-orm'
import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '#server/db/columns.ts'

/** What a session keeps. */
export type SessionRecord = {
  userId: string
  /** Of the browser that signed in, and when it did; older records lack both. */
  userAgent?: string
  createdAt?: string
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the id in the cookie: who reads the table cannot use what stands there. */
    sid: text().primaryKey(),
    sess: json().$type<SessionRecord>().notNull(),
    expire: moment('expire').notNull(),
  },
  (table) => [
    index('sessions_expire_idx').on(table.expire),
    index('sessions_user_idx').on(sql`(${table.sess} ->> 'userId')`),
  ],
)
