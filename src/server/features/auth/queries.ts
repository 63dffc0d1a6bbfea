import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { type SessionRecord, sessions } from './schema.ts'

/** Those of the members who are active, with their role as it is now. */
export async function listActive(db: Executor, ids: readonly string[]): Promise<Caller[]> {
  return db
    .select({ id: users.id, role: users.role })
    .from(users)
    .where(and(inArray(users.id, [...ids]), users.isActive))
}

/** A session that has not run out, with its member as the database has it now; inactive members have none. */
export async function findSession(
  db: Executor,
  sid: string,
): Promise<{ sess: SessionRecord; member: Caller | null } | undefined> {
  const [row] = await db
    .select({ sess: sessions.sess, id: users.id, role: users.role })
    .from(sessions)
    .leftJoin(users, and(eq(users.id, sql`(${sessions.sess} ->> 'userId')::uuid`), users.isActive))
    .where(and(eq(sessions.sid, sid), gt(sessions.expire, new Date())))
  if (!row) return undefined
  return { sess: row.sess, member: row.id && row.role ? { id: row.id, role: row.role } : null }
}

export async function upsertSession(
  db: Executor,
  sid: string,
  sess: SessionRecord,
  expire: Date,
): Promise<void> {
  await db
    .insert(sessions)
    .values({ sid, sess, expire })
    .onConflictDoUpdate({ target: sessions.sid, set: { sess, expire } })
}

export async function deleteSession(db: Executor, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid))
}

export async function deleteExpiredSessions(db: Executor): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, new Date()))
}
