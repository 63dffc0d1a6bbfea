import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { memoizeByDb } from '#server/db/prepared.ts'
import { SESSION_USER_COLUMNS, USER_COUNT_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type SessionUser, type UserCounts, users } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type SessionRecord, sessions } from './schema.ts'

/** Sessions per user. */
export const MAX_SESSIONS = 100

/** Returns the active users among these ids with their current role. */
export async function listActiveUsers(db: Executor, ids: readonly string[]): Promise<Caller[]> {
  return db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.isActive))
}

/** Returns the ids of sessions that exist and have not expired. */
export async function listLiveSessions(db: Executor, sids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(inArray(sessions.sid, [...sids]), gt(sessions.expire, new Date())))
  return new Set(rows.map(({ sid }) => sid))
}

const sessionBySid = memoizeByDb((db) =>
  db
    .select({ sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_by_sid'),
)

export type StoredSession = { userId: string; expire: Date }

/** Also returns an expired session. */
export async function findSession(db: Executor, sid: string): Promise<StoredSession | undefined> {
  const [row] = await sessionBySid(db).execute({ sid })
  return row && { userId: row.sess.userId, expire: row.expire }
}

const sessionUserById = memoizeByDb((db) =>
  db
    .select(SESSION_USER_COLUMNS)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('session_user_by_id'),
)

export async function findSessionUser(db: Executor, id: string): Promise<SessionUser | undefined> {
  const [row] = await sessionUserById(db).execute({ id })
  return row
}

const userCountsById = memoizeByDb((db) =>
  db
    .select(USER_COUNT_COLUMNS)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_counts_by_id'),
)

export async function findUserCounts(db: Executor, id: string): Promise<UserCounts | undefined> {
  const [row] = await userCountsById(db).execute({ id })
  return row
}

/** Locks a user's row until the transaction ends; false when it is missing, inactive or has another password hash. */
export async function lockActiveUser(tx: Executor, id: string, passwordHash?: string): Promise<boolean> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        users.isActive,
        passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash),
      ),
    )
    .for('no key update')
  return rows.length > 0
}

export async function insertSession(
  db: Executor,
  sid: string,
  sess: SessionRecord,
  expire: Date,
): Promise<void> {
  await db.insert(sessions).values({ sid, sess, expire })
}

/** An update, not an upsert: a session that ended in the meantime is not restored. */
export async function extendSession(db: Executor, sid: string, expire: Date): Promise<void> {
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid))
}

/** A user's unexpired sessions: the current one first, then by last extension, newest first. */
export async function listUserSessions(
  db: Executor,
  userId: string,
  currentSid: string,
): Promise<(typeof sessions.$inferSelect)[]> {
  return db
    .select({ sid: sessions.sid, sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(and(belongsTo(userId), gt(sessions.expire, new Date())))
    .orderBy(desc(eq(sessions.sid, currentSid)), desc(sessions.expire), sessions.sid)
    .limit(MAX_SESSIONS)
}

/** Returns false when the user has no such session. */
export async function deleteUserSession(db: Executor, userId: string, sid: string): Promise<boolean> {
  const rows = await db
    .delete(sessions)
    .where(and(belongsTo(userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  return rows.length > 0
}

/** Deletes a user's sessions, except the current one unless it is null, and returns them. */
export async function deleteSessionsOf(
  db: Executor,
  userId: string,
  currentSid: string | null,
): Promise<{ sid: string; expire: Date }[]> {
  return db
    .delete(sessions)
    .where(and(belongsTo(userId), currentSid === null ? undefined : ne(sessions.sid, currentSid)))
    .returning({ sid: sessions.sid, expire: sessions.expire })
}

/** Deletes all but the `keepCount` most recently extended sessions of a user and returns the deleted ids. */
export async function deleteOldestSessions(
  db: Executor,
  userId: string,
  keepCount: number,
): Promise<string[]> {
  const oldest = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(belongsTo(userId))
    .orderBy(desc(sessions.expire), sessions.sid)
    .offset(keepCount)
  const rows = await db.delete(sessions).where(inArray(sessions.sid, oldest)).returning({ sid: sessions.sid })
  return rows.map(({ sid }) => sid)
}

/** Compare-and-set; returns false when the hash is no longer `before`. */
export async function updatePasswordHash(
  db: Executor,
  userId: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ passwordHash: after, updatedAt: sql`${users.updatedAt}` })
    .where(and(eq(users.id, userId), eq(users.passwordHash, before)))
    .returning({ id: users.id })
  return changed.length > 0
}

const belongsTo = (userId: string) => sql`(${sessions.sess} ->> 'userId') = ${userId}`

export async function deleteSession(db: Executor, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}

export async function deleteExpiredSessions(db: Executor): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, new Date()))
}

/** Days after a sign-in or the registration during which its IP address counts as known to the account. */
const KNOWN_ADDRESS_DAYS = 30

/** True when the account was registered or has signed in from the IP address within `KNOWN_ADDRESS_DAYS`. */
export async function isKnownAddress(db: Executor, email: string, ipAddress: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from analytics_events e join users u on u.id = e.user_id
      where u.email = ${email} and e.event_type in ('member_registered', 'member_signed_in')
        and e.ip_address = ${ipAddress}
        and e.created_at > now() - make_interval(days => ${KNOWN_ADDRESS_DAYS})
    ) as found`)
  return rows[0]?.found ?? false
}
