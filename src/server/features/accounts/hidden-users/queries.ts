import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { hiddenUsers } from './schema.ts'

/** `otherId` is hidden from `userId`. */
export type HiddenPair = { userId: string; otherId: string }

export const matchesPair = ({ userId, otherId }: HiddenPair) =>
  and(eq(hiddenUsers.userId, userId), eq(hiddenUsers.otherId, otherId))

/** Whether a user has blocked or muted another, and whether one of them has blocked the other. */
export type HidingState = { isBlocked: boolean; isMuted: boolean; hasBlock: boolean }

export async function findHidingState(db: Executor, pair: HiddenPair): Promise<HidingState> {
  const [row] = await db.select().from(hiddenUsers).where(matchesPair(pair))
  return {
    isBlocked: row?.blockedAt != null,
    isMuted: row?.mutedAt != null,
    hasBlock: row?.blockedAt != null || row?.blockedByAt != null,
  }
}

/** As `findHidingState`; for a visitor all fields are false. */
export function findHidingStateForRequester(
  db: Executor,
  requester: Caller | null,
  otherId: string,
): Promise<HidingState> {
  if (requester) return findHidingState(db, { userId: requester.id, otherId })
  return Promise.resolve({ isBlocked: false, isMuted: false, hasBlock: false })
}

/** Exports whom a user has blocked or muted, not who has blocked the user. */
export async function exportHiddenUsers(db: Executor, userId: string): Promise<{ hiddenUsers: object[] }> {
  const { otherId, blockedAt, mutedAt } = hiddenUsers
  const isOwn = or(isNotNull(blockedAt), isNotNull(mutedAt))
  const rows = await db
    .select({ otherId, blockedAt, mutedAt })
    .from(hiddenUsers)
    .where(and(eq(hiddenUsers.userId, userId), isOwn))
  return { hiddenUsers: rows }
}
