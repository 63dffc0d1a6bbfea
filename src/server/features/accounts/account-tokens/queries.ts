import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type TokenPurpose, accountTokens } from './schema.ts'

type AccountToken = Pick<typeof accountTokens.$inferSelect, 'userId' | 'purpose' | 'email'>

/** Stores a token. Returns false if it is stored already. */
export async function insertToken(
  tx: Executor,
  token: Omit<typeof accountTokens.$inferInsert, 'createdAt'>,
): Promise<boolean> {
  const { rowCount } = await tx.insert(accountTokens).values(token).onConflictDoNothing()
  return rowCount === 1
}

const matchesValidToken = (hash: string, purposes: readonly TokenPurpose[]) =>
  and(
    eq(accountTokens.hash, hash),
    inArray(accountTokens.purpose, [...purposes]),
    gt(accountTokens.expiresAt, new Date()),
    sql`exists (select from ${users} where ${users.id} = ${accountTokens.userId} and ${users.isActive}
      and (${users.email} = ${accountTokens.email} or ${accountTokens.purpose} = 'change_email'))`,
  )

export async function isTokenValid(
  db: Executor,
  hash: string,
  purposes: readonly TokenPurpose[],
): Promise<boolean> {
  const rows = await db
    .select({ hash: accountTokens.hash })
    .from(accountTokens)
    .where(matchesValidToken(hash, purposes))
  return rows.length > 0
}

/** Locks the owner of a token. Every change of an account takes this lock first. */
export async function lockTokenOwner(tx: Executor, hash: string): Promise<void> {
  await tx.execute(sql`
    select from ${users} where ${users.id} = (select user_id from ${accountTokens} where ${accountTokens.hash} = ${hash})
    for no key update`)
}

/** Deletes a valid token and returns it. Of two concurrent calls only one returns the token. */
export async function consumeToken(
  tx: Executor,
  hash: string,
  purposes: readonly TokenPurpose[],
): Promise<AccountToken | undefined> {
  const [row] = await tx.delete(accountTokens).where(matchesValidToken(hash, purposes)).returning({
    userId: accountTokens.userId,
    purpose: accountTokens.purpose,
    email: accountTokens.email,
  })
  return row
}

/** Deletes links of a user; by default those that a new password or address makes invalid. */
export async function deleteTokensOf(
  tx: Executor,
  userId: string,
  purposes: readonly TokenPurpose[] = ['reset_password', 'operator_reset', 'change_email'],
): Promise<void> {
  await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.userId, userId), inArray(accountTokens.purpose, [...purposes])))
}

/** Returns the new address of a requested change that can still be confirmed. */
export async function findNewEmail(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ email: accountTokens.email })
    .from(accountTokens)
    .where(
      and(
        eq(accountTokens.userId, userId),
        eq(accountTokens.purpose, 'change_email'),
        gt(accountTokens.expiresAt, new Date()),
      ),
    )
    .orderBy(desc(accountTokens.createdAt))
    .limit(1)
  return row?.email ?? null
}

export async function deleteExpiredTokens(db: Executor): Promise<void> {
  await db.delete(accountTokens).where(lt(accountTokens.expiresAt, new Date()))
}
