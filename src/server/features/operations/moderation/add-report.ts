import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod/mini'
import { OTHER_REASON, type createReport } from '#shared/operations/reports.ts'
import { rulesOf } from '#shared/settings/rules.ts'
import type { Context } from '#server/feature.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { forbidden, invalid, notFound } from '#server/http/errors.ts'
import { openCase } from '#server/features/operations/moderation-cases/case-queries.ts'
import { findReport, insertReport } from '#server/features/operations/moderation-cases/report-queries.ts'
import type { CaseRow } from '#server/features/operations/moderation-cases/schema.ts'
import type { Found } from './subjects/subject.ts'
import { SUBJECTS } from './subjects/subjects.ts'

type Input = z.output<(typeof createReport)['body']>
type Added = { id: string; createdAt: Date; isRepeated: boolean }

/** Stores a report in the open case of its subject. Throws as the endpoint declares. */
export async function addReport(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  reporter: Caller,
  input: Input,
): Promise<Added> {
  const earlier = await findReport(db, reporter.id, input)
  if (earlier && !earlier.isClosed) return asRepeated(earlier)
  const rule = input.reason === OTHER_REASON ? null : input.reason
  if (rule !== null && !rulesOf(settings.get('community.rules')).includes(rule))
    throw invalid([{ path: 'reason', key: 'fields.choice' }])
  if (rule === null && input.words === '') throw invalid([{ path: 'words', key: 'fields.required' }])
  const found = await SUBJECTS[input.subjectType].find(db, input.subjectId, reporter, input.atSeconds)
  if (!found) throw notFound('notFound.reported')
  if (found.ownerId === reporter.id) throw forbidden('errors.ownReport')
  // Unchanged content is not reviewed twice. An account is: its profile does not show all that a member does.
  if (earlier && input.subjectType !== 'user' && hasSameSnapshot(earlier, found)) return asRepeated(earlier)
  return db.transaction((tx) => store(tx, reporter, { ...input, rule }, found))
}

async function store(
  tx: Executor,
  reporter: Caller,
  { subjectType, subjectId, rule, words }: Input & { rule: string | null },
  found: Found,
): Promise<Added> {
  const subject = { subjectType, subjectId }
  const openedCase = await openCase(tx, subject, found)
  // While this call waited for the lock, a removal may have closed the earlier case.
  const isNew = openedCase.reportsCount === 0
  if (isNew && !(await SUBJECTS[subjectType].find(tx, subjectId, reporter)))
    throw notFound('notFound.reported')
  const report = await insertReport(tx, {
    ...subject,
    caseId: openedCase.id,
    reporterId: reporter.id,
    rule,
    words: words || null,
    snapshot: hasSameSnapshot(openedCase, found) ? null : found.snapshot,
  })
  if (report) return { ...report, isRepeated: false }
  // A concurrent call has stored it, and opened the case.
  const earlier = await findReport(tx, reporter.id, subject)
  if (!earlier) throw notFound('notFound.reported')
  return asRepeated(earlier)
}

const asRepeated = ({ id, createdAt }: Pick<Added, 'id' | 'createdAt'>): Added => ({
  id,
  createdAt,
  isRepeated: true,
})

const hasSameSnapshot = ({ snapshot }: Pick<CaseRow, 'snapshot'>, found: Found): boolean =>
  isDeepStrictEqual(snapshot, found.snapshot)
