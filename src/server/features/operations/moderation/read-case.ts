import type { CaseDetails, ModerationCase } from '#shared/operations/moderation.ts'
import { hasRole } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { notFound } from '#server/http/errors.ts'
import {
  type CaseWithUsers,
  countDismissed,
  findCase,
  caseStateOf,
} from '#server/features/operations/moderation-cases/case-queries.ts'
import { countReasons, listReports } from '#server/features/operations/moderation-cases/report-queries.ts'
import { listViewers } from '#server/features/operations/moderation-cases/viewer-queries.ts'
import { listAllowedActions } from './decide-case.ts'
import { listDecisionsOfCase, listHistory } from './decision-queries.ts'
import { presentModerated } from './present-decision.ts'
import { SUBJECTS } from './subjects/subjects.ts'

const MAX_REPORTS = 100
const MAX_HISTORY = 20

/** Presents cases for a moderator, with the reasons of their reports and the other moderators who have them open. */
export async function presentCases(
  db: Executor,
  rows: readonly CaseWithUsers[],
  moderator: Caller,
): Promise<ModerationCase[]> {
  const ids = rows.map(({ row }) => row.id)
  if (ids.length === 0) return []
  const [reasons, viewers] = await Promise.all([countReasons(db, ids), listViewers(db, ids, moderator.id)])
  return rows.map(({ row, owner, closedBy, handedOverBy }) => ({
    id: row.id,
    state: caseStateOf(row),
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    owner: owner && { ...presentUserRef(owner, moderator), role: owner.role, isActive: owner.isActive },
    snapshot: row.snapshot,
    heldWord: row.heldWord,
    reportsCount: row.reportsCount,
    reasons: reasons.flatMap(({ caseId, rule, count }) => (caseId === row.id ? { rule, count } : [])),
    firstReportedAt: row.createdAt.toISOString(),
    lastReportedAt: row.lastReportedAt.toISOString(),
    outcome: row.outcome,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: closedBy && presentUserRef(closedBy, moderator),
    handedOverBy: handedOverBy && presentUserRef(handedOverBy, moderator),
    viewers: viewers.flatMap(({ caseId, user }) =>
      caseId === row.id ? presentUserRef(user, moderator) : [],
    ),
  }))
}

/** Returns a case with everything that a moderator needs to decide it. Throws 404. */
export async function readCase(db: Executor, id: string, moderator: Caller): Promise<CaseDetails> {
  const found = await findCase(db, id)
  const [presented] = found ? await presentCases(db, [found], moderator) : []
  if (!found || !presented) throw notFound()
  const { row, owner } = found
  const subject = SUBJECTS[row.subjectType]
  const decisions = await listDecisionsOfCase(db, id)
  const history = owner ? await listHistory(db, owner.id, { exceptCaseId: id, limit: MAX_HISTORY }) : []
  const present = (each: (typeof decisions)[number]) => presentModerated(db, each, moderator)
  return {
    ...presented,
    // The text of a report may reveal its author to the reported moderator.
    reports: owner?.id === moderator.id ? [] : await readReports(db, id, moderator),
    context: await subject.readContext(db, row.subjectId, moderator),
    exists: await subject.exists(db, row.subjectId),
    decisions: await Promise.all(decisions.map(present)),
    history: await Promise.all(history.map(present)),
    dismissedCount: owner ? await countDismissed(db, owner.id, id) : 0,
    actions: await listAllowedActions(db, moderator, { row, owner }),
  }
}

/** Only admins see the reporters. */
async function readReports(db: Executor, caseId: string, moderator: Caller): Promise<CaseDetails['reports']> {
  const rows = await listReports(db, caseId, MAX_REPORTS)
  return rows.map(({ report, reporter }) => ({
    id: report.id,
    rule: report.rule,
    words: report.words,
    createdAt: report.createdAt.toISOString(),
    snapshot: report.snapshot,
    reporter: hasRole(moderator, 'admin') ? presentUserRef(reporter, moderator) : null,
  }))
}
