import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { type UserRow, users } from './schema.ts'

export async function findUserById(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row
}

type NewUser = Pick<UserRow, 'email' | 'handle' | 'passwordHash' | 'firstName' | 'lastName' | 'role'>

/** Stores a member, signed in at once; undefined when its e-mail address or handle is taken. */
export async function insertUser(db: Executor, user: NewUser): Promise<UserRow | undefined> {
  const [row] = await db
    .insert(users)
    .values({ ...user, lastLoginAt: new Date() })
    .onConflictDoNothing()
    .returning()
  return row
}

export async function updateLastLogin(db: Executor, id: string): Promise<UserRow | undefined> {
  const [row] = await db.update(users).set({ lastLoginAt: new Date() }).where(eq(users.id, id)).returning()
  return row
}

export async function superAdminExists(db: Executor): Promise<boolean> {
  const [row] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'super_admin')).limit(1)
  return row !== undefined
}

/** Holds back every other registration until this transaction ends: there is only one first super_admin. */
export async function lockRegistrations(transaction: Executor): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('registrations'))`)
}
