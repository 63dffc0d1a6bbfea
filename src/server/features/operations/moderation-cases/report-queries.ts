import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Snapshot } from '#shared/operations/reports.ts'
import type { Executor } from '#server/db/executor.ts'
import { USER_REF_COLUMNS } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import type { SubjectKey } from './case-queries.ts'
import { moderationCases, reports } from './schema.ts'

type NewReport = typeof reports.$inferInsert

/** Stores a report and counts it in its case. Returns undefined if the reporter has reported this case before. */
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

/** Returns the user's last report of a subject, with its snapshot, and whether its case is closed. */
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

/** Counts the reports of these cases by rule, the most frequent rule first. */
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

export type UnnotifiedReport = { id: string; reporterId: string }

/** Locks reports of a case whose reporters have not been notified of the outcome. */
export function lockUnnotifiedReports(
  tx: Executor,
  caseId: string,
  limit: number,
): Promise<UnnotifiedReport[]> {
  return tx
    .select({ id: reports.id, reporterId: reports.reporterId })
    .from(reports)
    .where(and(eq(reports.caseId, caseId), isNull(reports.toldAt)))
    .orderBy(reports.id)
    .limit(limit)
    .for('update')
}

export async function markReportersNotified(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(reports)
    .set({ toldAt: new Date() })
    .where(inArray(reports.id, [...ids]))
}
