import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Executor } from '#server/db/executor.ts'
import { userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { SubjectKey } from '#server/features/operations/moderation-cases/case-queries.ts'
import { type DecisionRow, moderationDecisions } from '#server/features/operations/moderation-cases/schema.ts'

export async function insertDecision(
  tx: Executor,
  decision: typeof moderationDecisions.$inferInsert,
): Promise<DecisionRow> {
  const [row] = await tx.insert(moderationDecisions).values(decision).returning()
  if (!row) throw new Error('a decision was not stored')
  return row
}

const concerned = alias(users, 'concerned')
const decidedBy = alias(users, 'decided_by')
const undoneBy = alias(users, 'undone_by')
const appealDecidedBy = alias(users, 'appeal_decided_by')

const selectDecisions = (db: Executor) =>
  db
    .select({
      row: moderationDecisions,
      user: { ...userRefColumns(concerned), role: concerned.role },
      decidedBy: { ...userRefColumns(decidedBy), role: decidedBy.role },
      undoneBy: userRefColumns(undoneBy),
      appealDecidedBy: userRefColumns(appealDecidedBy),
    })
    .from(moderationDecisions)
    .innerJoin(concerned, eq(concerned.id, moderationDecisions.userId))
    .leftJoin(decidedBy, eq(decidedBy.id, moderationDecisions.decidedBy))
    .leftJoin(undoneBy, eq(undoneBy.id, moderationDecisions.undoneBy))
    .leftJoin(appealDecidedBy, eq(appealDecidedBy.id, moderationDecisions.appealDecidedBy))
    .$dynamic()
export type DecisionWithUsers = Awaited<ReturnType<typeof selectDecisions>>[number]

export async function findDecision(db: Executor, id: string): Promise<DecisionWithUsers | undefined> {
  const [row] = await selectDecisions(db).where(eq(moderationDecisions.id, id))
  return row
}

/** Returns the decisions on a case, the oldest first. */
export function listDecisionsOfCase(db: Executor, caseId: string): Promise<DecisionWithUsers[]> {
  return selectDecisions(db)
    .where(eq(moderationDecisions.caseId, caseId))
    .orderBy(asc(moderationDecisions.id))
}

type UserList = { exceptCaseId: string; limit: number }

/** Returns the decisions about a user on other cases, the newest first. */
export function listHistory(
  db: Executor,
  userId: string,
  { exceptCaseId, limit }: UserList,
): Promise<DecisionWithUsers[]> {
  const { caseId } = moderationDecisions
  return selectDecisions(db)
    .where(and(eq(moderationDecisions.userId, userId), or(isNull(caseId), sql`${caseId} <> ${exceptCaseId}`)))
    .orderBy(desc(moderationDecisions.id))
    .limit(limit)
}

/** Returns the decisions about a user, the newest first. */
export function listDecisionsAbout(
  db: Executor,
  userId: string,
  { limit, before }: { limit: number; before: string | undefined },
): Promise<DecisionRow[]> {
  return db
    .select()
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.userId, userId),
        before === undefined ? undefined : lt(moderationDecisions.id, before),
      ),
    )
    .orderBy(desc(moderationDecisions.id))
    .limit(limit + 1)
}

export type AppealCursor = { appealedAt: Date; id: string }
const isWaiting = and(isNotNull(moderationDecisions.appealedAt), isNull(moderationDecisions.appealDecidedAt))

/** Returns the decisions with a pending appeal, the oldest appeal first. */
export function listAppeals(
  db: Executor,
  { limit, after }: { limit: number; after: AppealCursor | undefined },
): Promise<DecisionWithUsers[]> {
  const { appealedAt, id } = moderationDecisions
  const isLater =
    after && sql`(${appealedAt}, ${id}) > (${after.appealedAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  return selectDecisions(db)
    .where(and(isWaiting, isLater))
    .orderBy(asc(appealedAt), asc(id))
    .limit(limit + 1)
}

export async function countAppeals(db: Executor): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(moderationDecisions)
    .where(isWaiting)
  return row?.count ?? 0
}

export async function lockDecision(tx: Executor, id: string): Promise<DecisionRow | undefined> {
  const [row] = await tx
    .select()
    .from(moderationDecisions)
    .where(eq(moderationDecisions.id, id))
    .for('update')
  return row
}

export async function updateDecision(
  tx: Executor,
  id: string,
  change: Partial<Omit<DecisionRow, 'id' | 'createdAt'>>,
): Promise<void> {
  await tx.update(moderationDecisions).set(change).where(eq(moderationDecisions.id, id))
}

const isKept = and(
  eq(moderationDecisions.kind, 'removal'),
  isNull(moderationDecisions.undoneAt),
  isNull(moderationDecisions.deletedAt),
)

/** Whether the subject is removed, and not purged yet. */
export async function isRemoved(db: Executor, { subjectType, subjectId }: SubjectKey): Promise<boolean> {
  const [row] = await db
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.subjectType, subjectType),
        eq(moderationDecisions.subjectId, subjectId),
        isKept,
      ),
    )
  return row !== undefined
}

const mayBeDeleted = and(isKept, sql`not (${isWaiting})`)

/** Returns removals from before a time whose content is not purged yet, except those with a pending appeal. */
export function listExpiredRemovals(db: Executor, before: Date, limit: number): Promise<DecisionRow[]> {
  return db
    .select()
    .from(moderationDecisions)
    .where(and(mayBeDeleted, lt(moderationDecisions.createdAt, before)))
    .orderBy(asc(moderationDecisions.id))
    .limit(limit)
}

/** Locks a removal. Returns false if it was undone, purged or appealed since it was listed. */
export async function lockExpiredRemoval(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: moderationDecisions.id })
    .from(moderationDecisions)
    .where(and(eq(moderationDecisions.id, id), mayBeDeleted))
    .for('update')
  return rows.length > 0
}

/** Returns the end of the user's longest time-out that is in force; null without one. */
export async function findTimeoutEnd(tx: Executor, userId: string): Promise<Date | null> {
  const [row] = await tx
    .select({ until: moderationDecisions.until })
    .from(moderationDecisions)
    .where(
      and(
        eq(moderationDecisions.userId, userId),
        eq(moderationDecisions.kind, 'timeout'),
        isNull(moderationDecisions.undoneAt),
        gt(moderationDecisions.until, new Date()),
      ),
    )
    .orderBy(desc(moderationDecisions.until))
    .limit(1)
  return row?.until ?? null
}

/** Stores the end of the user's time-outs. */
export async function setTimedOutUntil(tx: Executor, userId: string, until: Date | null): Promise<void> {
  await tx
    .update(users)
    .set({ timedOutUntil: until, updatedAt: sql`${users.updatedAt}` })
    .where(eq(users.id, userId))
}
