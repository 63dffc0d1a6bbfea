import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { memoizeByDb } from '#server/db/prepared.ts'
import { streamKeys } from './schema.ts'

type KeyRow = typeof streamKeys.$inferInsert

const sealedByUser = memoizeByDb((db) =>
  db
    .select({ sealed: streamKeys.sealed })
    .from(streamKeys)
    .where(eq(streamKeys.userId, sql.placeholder('userId')))
    .prepare('stream_key_by_user'),
)

export async function findSealedKey(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await sealedByUser(db).execute({ userId })
  return row?.sealed
}

/** Returns the id of the user whose key has this digest. */
export async function findUserIdByDigest(db: Executor, digest: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: streamKeys.userId })
    .from(streamKeys)
    .where(eq(streamKeys.digest, digest))
  return row?.userId
}

/** Stores a key if the user has none, or replaces exactly `previousSealed`. Returns false if another call was first. */
export async function insertKey(
  db: Executor,
  row: KeyRow,
  previousSealed: string | undefined,
): Promise<boolean> {
  const rows = await db
    .insert(streamKeys)
    .values(row)
    .onConflictDoUpdate({
      target: streamKeys.userId,
      set: { sealed: row.sealed, digest: row.digest, createdAt: sql`now()` },
      setWhere: eq(streamKeys.sealed, previousSealed ?? ''),
    })
    .returning({ userId: streamKeys.userId })
  return rows.length > 0
}

/** Inserts the user's key or replaces the existing one. */
export async function replaceKey(db: Executor, row: KeyRow): Promise<void> {
  await db
    .insert(streamKeys)
    .values(row)
    .onConflictDoUpdate({
      target: streamKeys.userId,
      set: { sealed: row.sealed, digest: row.digest, createdAt: sql`now()` },
    })
}

export async function deleteKey(tx: Executor, userId: string): Promise<void> {
  await tx.delete(streamKeys).where(eq(streamKeys.userId, userId))
}
