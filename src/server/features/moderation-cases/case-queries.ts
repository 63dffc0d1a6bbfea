import { type SQL, and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CASE_ORDERS, CaseState } from '#shared/moderation.ts'
import type { ReportSubject, Snapshot } from '#shared/reports.ts'
import type { Executor } from '#server/db/executor.ts'
import { USER_REF_COLUMNS, userRefColumns } from '#server/features/users/queries.ts'
import { users } from '#server/features/users/schema.ts'
import { type CaseRow, moderationCases, moderationViewers, reports } from './schema.ts'

export type SubjectKey = { subjectType: ReportSubject; subjectId: string }

/** Returns the open case of a thing, or opens one, and locks it until the transaction ends. */
export async function openCase(
  tx: Executor,
  { subjectType, subjectId }: SubjectKey,
  { ownerId, snapshot }: { ownerId: string; snapshot: Snapshot },
): Promise<CaseRow> {
  const [row] = await tx
    .insert(moderationCases)
    .values({ subjectType, subjectId, ownerId, snapshot })
    .onConflictDoUpdate({
      target: [moderationCases.subjectType, moderationCases.subjectId],
      targetWhere: isNull(moderationCases.closedAt),
      set: { subjectId },
    })
    .returning()
  if (!row) throw new Error('a case was not opened')
  return row
}

/** Opens the case of something new that waits for review, because of this word. */
export async function openHeldCase(
  tx: Executor,
  held: Pick<CaseRow, 'subjectType' | 'subjectId' | 'ownerId' | 'snapshot' | 'heldWord'>,
): Promise<void> {
  await tx.insert(moderationCases).values(held)
}

type NewReport = typeof reports.$inferInsert

/** Stores a report and counts it in its case. Returns undefined if the case has one of the reporter. */
export async function insertReport(tx: Executor, report: NewReport) {
  const [row] = await tx
    .insert(reports)
    .values(report)
    .onConflictDoNothing({ target: [reports.reporterId, reports.caseId] })
    .returning({ id: reports.id, createdAt: reports.createdAt })
  if (row)
    await tx
      .update(moderationCases)
      .set({ reportsCount: sql`${moderationCases.reportsCount} + 1`, lastReportedAt: row.createdAt })
      .where(eq(moderationCases.id, report.caseId))
  return row
}

/** Returns the user's last report of a thing, with what was reported, and whether that was dealt with. */
export async function findReport(db: Executor, reporterId: string, { subjectType, subjectId }: SubjectKey) {
  const [row] = await db
    .select({
      id: reports.id,
      createdAt: reports.createdAt,
      snapshot: sql<Snapshot>`coalesce(${reports.snapshot}, ${moderationCases.snapshot})`,
      isClosed: sql<boolean>`${moderationCases.closedAt} is not null`,
    })
    .from(reports)
    .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
    .where(
      and(
        eq(reports.reporterId, reporterId),
        eq(reports.subjectType, subjectType),
        eq(reports.subjectId, subjectId),
      ),
    )
    .orderBy(desc(reports.id))
    .limit(1)
  return row
}

const owner = alias(users, 'owner')
const closedBy = alias(users, 'closed_by')
const handedOverBy = alias(users, 'handed_over_by')

const selectCases = (db: Executor) =>
  db
    .select({
      row: moderationCases,
      owner: { ...userRefColumns(owner), role: owner.role, isActive: owner.isActive },
      closedBy: userRefColumns(closedBy),
      handedOverBy: userRefColumns(handedOverBy),
    })
    .from(moderationCases)
    .leftJoin(owner, eq(owner.id, moderationCases.ownerId))
    .leftJoin(closedBy, eq(closedBy.id, moderationCases.closedBy))
    .leftJoin(handedOverBy, eq(handedOverBy.id, moderationCases.handedOverBy))
export type CaseWithUsers = Awaited<ReturnType<typeof selectCases>>[number]

type CaseCursor = { value: Date | number; id: string }
type List = { state: CaseState; order: (typeof CASE_ORDERS)[number]; limit: number; after?: CaseCursor }

/** Returns the cases of a state in this order; closed ones always by their end, the last first. One more than `limit`. */
export function listCases(db: Executor, { state, order, limit, after }: List): Promise<CaseWithUsers[]> {
  const column = orderColumn(state, order)
  return selectCases(db)
    .where(and(inState(state), after && isAfter(column, after)))
    .orderBy(desc(column), desc(moderationCases.id))
    .limit(limit + 1)
}

function orderColumn(state: CaseState, order: List['order']) {
  if (state === 'closed') return moderationCases.closedAt
  return order === 'newest' ? moderationCases.lastReportedAt : moderationCases.reportsCount
}

const isAfter = (column: ReturnType<typeof orderColumn>, { value, id }: CaseCursor): SQL =>
  value instanceof Date
    ? sql`(${column}, ${moderationCases.id}) < (${value.toISOString()}::timestamptz, ${id}::uuid)`
    : sql`(${column}, ${moderationCases.id}) < (${value}::int, ${id}::uuid)`

function inState(state: CaseState): SQL | undefined {
  const { closedAt, handedOverAt } = moderationCases
  if (state === 'closed') return isNotNull(closedAt)
  return and(isNull(closedAt), state === 'open' ? isNull(handedOverAt) : isNotNull(handedOverAt))
}

export const stateOf = ({
  closedAt,
  handedOverAt,
}: Pick<CaseRow, 'closedAt' | 'handedOverAt'>): CaseState => {
  if (closedAt) return 'closed'
  return handedOverAt ? 'handed_over' : 'open'
}

export async function findCase(db: Executor, id: string): Promise<CaseWithUsers | undefined> {
  const [row] = await selectCases(db).where(eq(moderationCases.id, id))
  return row
}

export async function lockCase(tx: Executor, id: string): Promise<CaseRow | undefined> {
  const [row] = await tx.select().from(moderationCases).where(eq(moderationCases.id, id)).for('update')
  return row
}

type CaseChange = Partial<
  Pick<CaseRow, 'closedAt' | 'closedBy' | 'outcome' | 'handedOverAt' | 'handedOverBy'>
>
export async function updateCase(tx: Executor, id: string, change: CaseChange): Promise<void> {
  await tx.update(moderationCases).set(change).where(eq(moderationCases.id, id))
}

/** Returns the number of open cases, and of those that wait for an admin. */
export async function countCases(db: Executor): Promise<{ open: number; handedOver: number }> {
  const [row] = await db
    .select({
      open: sql<number>`count(*) filter (where ${moderationCases.handedOverAt} is null)::int`,
      handedOver: sql<number>`count(*) filter (where ${moderationCases.handedOverAt} is not null)::int`,
    })
    .from(moderationCases)
    .where(isNull(moderationCases.closedAt))
  return row ?? { open: 0, handedOver: 0 }
}

/** Returns how many reports of these cases name which rule, the most frequent first. */
export function countReasons(db: Executor, caseIds: readonly string[]) {
  return db
    .select({ caseId: reports.caseId, rule: reports.rule, count: count() })
    .from(reports)
    .where(inArray(reports.caseId, [...caseIds]))
    .groupBy(reports.caseId, reports.rule)
    .orderBy(desc(count()), asc(reports.rule))
}

/** Returns the newest reports of a case. */
export function listReports(db: Executor, caseId: string, limit: number) {
  return db
    .select({ report: reports, reporter: USER_REF_COLUMNS })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reporterId))
    .where(eq(reports.caseId, caseId))
    .orderBy(desc(reports.id))
    .limit(limit)
}

/** Returns how many other reports of what a user has published were dismissed. */
export async function countDismissed(db: Executor, ownerId: string, exceptId: string): Promise<number> {
  const { outcome, heldWord } = moderationCases
  const [row] = await db
    .select({ count: count() })
    .from(moderationCases)
    .where(
      and(
        eq(moderationCases.ownerId, ownerId),
        eq(outcome, 'dismissed'),
        isNull(heldWord),
        ne(moderationCases.id, exceptId),
      ),
    )
  return row?.count ?? 0
}

/** Stores that a moderator has a case open until then. */
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

/** Returns the moderators who have these cases open, without one of them. */
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

/** Deletes what has expired. */
export async function deleteExpiredViewers(db: Executor): Promise<void> {
  await db.delete(moderationViewers).where(lt(moderationViewers.until, new Date()))
}

export type UntoldReport = { id: string; reporterId: string }

/** Locks reports of a case whose reporters have not been told what came of it. */
export function lockUntold(tx: Executor, caseId: string, limit: number): Promise<UntoldReport[]> {
  return tx
    .select({ id: reports.id, reporterId: reports.reporterId })
    .from(reports)
    .where(and(eq(reports.caseId, caseId), isNull(reports.toldAt)))
    .orderBy(reports.id)
    .limit(limit)
    .for('update')
}

export async function markTold(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(reports)
    .set({ toldAt: new Date() })
    .where(inArray(reports.id, [...ids]))
}
