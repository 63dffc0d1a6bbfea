import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { USER_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { type UserRow, users } from '#server/features/accounts/users/schema.ts'

export async function findActiveByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select(USER_COLUMNS)
    .from(users)
    .where(and(eq(users.email, email), users.isActive))
  return row
}

/** Keeps `updatedAt`, which is public, unchanged. */
const keepUpdatedAt = { updatedAt: sql`${users.updatedAt}` }

/** Sets a new password; with `isEmailConfirmed` also marks the address as confirmed, unless it is. */
export async function setPasswordHash(
  tx: Executor,
  userId: string,
  { passwordHash, isEmailConfirmed }: { passwordHash: string; isEmailConfirmed: boolean },
): Promise<UserRow | undefined> {
  const confirmation = { emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${new Date()})` }
  const [row] = await tx
    .update(users)
    .set({ passwordHash, ...(isEmailConfirmed && confirmation), ...keepUpdatedAt })
    .where(and(eq(users.id, userId), users.isActive))
    .returning(USER_COLUMNS)
  return row
}

/** Marks the address of an account as confirmed. Returns false if the account has another address now. */
export async function confirmEmail(tx: Executor, userId: string, email: string): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ emailVerifiedAt: new Date(), ...keepUpdatedAt })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Gives an account another address, which is confirmed. */
export async function setVerifiedEmail(tx: Executor, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailVerifiedAt: new Date(), ...keepUpdatedAt })
    .where(eq(users.id, userId))
}
