import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { onceFor } from '#server/db/prepared.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type SessionRecord, sessions } from './schema.ts'

/** Browsers that a member is signed in with. */
export const MAX_SESSIONS = 100

/** Those of the members who are active, with their role as it is now. */
export async function listActive(db: Executor, ids: readonly string[]): Promise<Caller[]> {
  return db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.isActive))
}

/** Those of the sessions that neither ended nor ran out. */
export async function listLiveSessions(db: Executor, sids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(inArray(sessions.sid, [...sids]), gt(sessions.expire, new Date())))
  return new Set(rows.map(({ sid }) => sid))
}

const sessionBySid = onceFor((db) =>
  db
    .select({ sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(eq(sessions.sid, sql.placeholder('sid')))
    .prepare('session_by_sid'),
)

export type StoredSession = { userId: string; expire: Date }

/** A session, whether it has run out or not. */
export async function findSession(db: Executor, sid: string): Promise<StoredSession | undefined> {
  const [row] = await sessionBySid(db).execute({ sid })
  return row && { userId: row.sess.userId, expire: row.expire }
}

/** Holds a member against any change until the transaction ends; false when it is not there, or this is not its password. */
export async function lockUser(tx: Executor, id: string, passwordHash?: string): Promise<boolean> {
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

/** One that was ended meanwhile does not come back. */
export async function extendSession(db: Executor, sid: string, expire: Date): Promise<void> {
  await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid))
}

/** A member's sessions that have not run out: the named one first, then the one extended last. */
export async function listSessionsOf(
  db: Executor,
  userId: string,
  currentSid: string,
): Promise<(typeof sessions.$inferSelect)[]> {
  return db
    .select({ sid: sessions.sid, sess: sessions.sess, expire: sessions.expire })
    .from(sessions)
    .where(and(isOf(userId), gt(sessions.expire, new Date())))
    .orderBy(desc(eq(sessions.sid, currentSid)), desc(sessions.expire), sessions.sid)
    .limit(MAX_SESSIONS)
}

/** Ends a session of the member; false when it has none by this id. */
export async function deleteSessionOf(db: Executor, userId: string, sid: string): Promise<boolean> {
  const rows = await db
    .delete(sessions)
    .where(and(isOf(userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  return rows.length > 0
}

/** Ends a member's sessions but one; answers those. */
export async function deleteOtherSessions(
  db: Executor,
  userId: string,
  keptSid: string,
): Promise<{ sid: string; expire: Date }[]> {
  return db
    .delete(sessions)
    .where(and(isOf(userId), ne(sessions.sid, keptSid)))
    .returning({ sid: sessions.sid, expire: sessions.expire })
}

/** Ends a member's sessions but those `kept` that were used last; answers which. */
export async function deleteOldestSessions(db: Executor, userId: string, kept: number): Promise<string[]> {
  const oldest = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(isOf(userId))
    .orderBy(desc(sessions.expire), sessions.sid)
    .offset(kept)
  const rows = await db.delete(sessions).where(inArray(sessions.sid, oldest)).returning({ sid: sessions.sid })
  return rows.map(({ sid }) => sid)
}

/** False when the password was changed meanwhile. */
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

const isOf = (userId: string) => sql`(${sessions.sess} ->> 'userId') = ${userId}`

export async function deleteSession(db: Executor, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}

export async function deleteExpiredSessions(db: Executor): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, new Date()))
}

/** Days for which the address of a sign-in is one that the account is known to use. */
const KNOWN_ADDRESS_DAYS = 30

/** Whether a member has signed in from an address these days. */
export async function hasSignedInFrom(db: Executor, email: string, address: string): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from analytics_events e join users u on u.id = e.user_id
      where u.email = ${email} and e.event_type = 'member_signed_in' and e.ip_address = ${address}
        and e.created_at > now() - make_interval(days => ${KNOWN_ADDRESS_DAYS})
    ) as found`)
  return rows[0]?.found ?? false
}
