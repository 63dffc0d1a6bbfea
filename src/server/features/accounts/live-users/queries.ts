import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { users } from '#server/features/accounts/users/schema.ts'

/** Stores a user's public live stream. Returns false if it was stored already. Does not change `updatedAt`. */
export async function insertLiveStream(tx: Executor, userId: string, streamId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ liveStreamId: streamId, updatedAt: sql`${users.updatedAt}` })
    .where(and(eq(users.id, userId), sql`${users.liveStreamId} is distinct from ${streamId}::uuid`))
  return rowCount === 1
}

/** Removes it, unless the user is live with another stream. Returns false if it was not stored. */
export async function removeLiveStream(tx: Executor, userId: string, streamId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(users)
    .set({ liveStreamId: null, updatedAt: sql`${users.updatedAt}` })
    .where(and(eq(users.id, userId), eq(users.liveStreamId, streamId)))
  return rowCount === 1
}

/** Returns the public live stream of an active user. */
export async function findLiveStreamId(db: Executor, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ liveStreamId: users.liveStreamId })
    .from(users)
    .where(and(eq(users.id, userId), users.isActive))
  return row?.liveStreamId ?? null
}
