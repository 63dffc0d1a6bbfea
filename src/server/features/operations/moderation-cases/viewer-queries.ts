import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type { Executor } from '#server/db/executor.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { moderationViewers } from './schema.ts'

/** Records that a moderator has a case open, for a limited time. */
export async function setViewer(db: Executor, caseId: string, userId: string, until: Date): Promise<void> {
  await db
    .insert(moderationViewers)
    .values({ caseId, userId, until })
    .onConflictDoUpdate({
      target: [moderationViewers.caseId, moderationViewers.userId],
      set: { until },
    })
}

export async function deleteViewer(db: Executor, caseId: string, userId: string): Promise<void> {
  await db
    .delete(moderationViewers)
    .where(and(eq(moderationViewers.caseId, caseId), eq(moderationViewers.userId, userId)))
}

/** Returns the moderators who have these cases open, except one. */
export function listViewers(db: Executor, caseIds: readonly string[], exceptId: string) {
  return db
    .select({ caseId: moderationViewers.caseId, user: USER_REF_COLUMNS })
    .from(moderationViewers)
    .innerJoin(users, and(eq(users.id, moderationViewers.userId), users.isActive))
    .where(
      and(
        inArray(moderationViewers.caseId, [...caseIds]),
        ne(moderationViewers.userId, exceptId),
        gt(moderationViewers.until, new Date()),
      ),
    )
    .orderBy(users.id)
}

/** Deletes the expired rows. */
export async function deleteExpiredViewers(db: Executor): Promise<void> {
  await db.delete(moderationViewers).where(lt(moderationViewers.until, new Date()))
}
