import { type SQL, and, count, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CASE_ORDERS, CaseState } from '#shared/operations/moderation.ts'
import type { ReportSubject, Snapshot } from '#shared/operations/reports.ts'
import type { Executor } from '#server/db/executor.ts'
import { userRefColumns } from '#server/features/accounts/users/queries.ts'
import { users } from '#server/features/accounts/users/schema.ts'
import { type CaseRow, moderationCases } from './schema.ts'

export type SubjectKey = { subjectType: ReportSubject; subjectId: string }

/** Returns the open case of a subject, or opens one, and locks it until the transaction ends. */
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

/** Opens the case of new content that a watched word holds for review. */
export async function openHeldCase(
  tx: Executor,
  held: Pick<CaseRow, 'subjectType' | 'subjectId' | 'ownerId' | 'snapshot' | 'heldWord'>,
): Promise<void> {
  await tx.insert(moderationCases).values(held)
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

/** Returns the cases of a state in this order; closed cases always by their end, the latest first. One more than `limit`. */
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

export const caseStateOf = ({
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

/** Counts the user's other cases whose reports were dismissed. */
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

/**
 * Deletes the cases about a user and the user's content with their snapshots, and the reports by the user with the cases that
 * have no other.
 */
export async function deleteCasesOf(tx: Executor, userId: string): Promise<void> {
  await tx.delete(moderationCases).where(eq(moderationCases.ownerId, userId))
  await tx.execute(sql`
    with locked as (
      select c.id from moderation_cases c join reports r on r.case_id = c.id where r.reporter_id = ${userId}
      order by c.id for update of c
    ),
    deleted as (
      delete from reports using locked where case_id = locked.id and reporter_id = ${userId} returning case_id
    )
    update moderation_cases c set reports_count = c.reports_count - 1 from deleted where c.id = deleted.case_id`)
  await tx
    .delete(moderationCases)
    .where(
      and(
        eq(moderationCases.reportsCount, 0),
        isNull(moderationCases.heldWord),
        isNull(moderationCases.closedAt),
      ),
    )
}
