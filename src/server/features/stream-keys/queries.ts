import { eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { onceFor } from '#server/db/prepared.ts'
import { streamKeys } from './schema.ts'

type KeyRow = typeof streamKeys.$inferInsert

const sealedByUser = onceFor((db) =>
  db
    .select({ sealed: streamKeys.sealed })
    .from(streamKeys)
    .where(eq(streamKeys.userId, sql.placeholder('userId')))
    .prepare('stream_key_by_user'),
)

export async function findSealed(db: Executor, userId: string): Promise<string | undefined> {
  const [row] = await sealedByUser(db).execute({ userId })
  return row?.sealed
}

/** Whose key has this digest. */
export async function findHolder(db: Executor, digest: string): Promise<string | undefined> {
  const [row] = await db
    .select({ userId: streamKeys.userId })
    .from(streamKeys)
    .where(eq(streamKeys.digest, digest))
  return row?.userId
}

/** Stores a key where there is none, or in place of exactly this one; false when another was quicker. */
export async function insertKey(db: Executor, row: KeyRow, inPlaceOf: string | undefined): Promise<boolean> {
  const rows = await db
    .insert(streamKeys)
    .values(row)
    .onConflictDoUpdate({
      target: streamKeys.userId,
      set: { sealed: row.sealed, digest: row.digest, createdAt: sql`now()` },
      setWhere: eq(streamKeys.sealed, inPlaceOf ?? ''),
    })
    .returning({ userId: streamKeys.userId })
  return rows.length > 0
}

/** Stores a key in place of whichever there was. */
export async function replaceKey(db: Executor, row: KeyRow): Promise<void> {
  await db
    .insert(streamKeys)
    .values(row)
    .onConflictDoUpdate({
      target: streamKeys.userId,
      set: { sealed: row.sealed, digest: row.digest, createdAt: sql`now()` },
    })
}
