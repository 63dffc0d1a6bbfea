import type { z } from 'zod/mini'
import type { DecisionKind } from '#shared/operations/decisions.ts'
import type { ModerationAction, decideCase as call } from '#shared/operations/moderation.ts'
import { rulesOf } from '#shared/settings/rules.ts'
import type { AuditAction } from '#shared/operations/audit.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { endLiveStreamsOf } from '#server/features/live/streams/end-stream.ts'
import { lockUser } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, forbidden, invalid, notFound } from '#server/http/errors.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import {
  lockCase,
  caseStateOf,
  updateCase,
} from '#server/features/operations/moderation-cases/case-queries.ts'
import { isOverruled } from './appeal-queries.ts'
import { findTimeoutEnd, insertDecision, isRemoved, setTimedOutUntil } from './decision-queries.ts'
import { allowedActions } from './permissions.ts'
import type { CaseRow } from '#server/features/operations/moderation-cases/schema.ts'
import { notifyOfDecision } from './notify-outcome.ts'
import { notifyReportersJob } from './notify-reporters-job.ts'
import type { HideDependencies } from './subjects/subject.ts'
import { SUBJECTS } from './subjects/subjects.ts'

export type DecideDependencies = HideDependencies & Pick<Context, 'settings'> & { sessionCache: SessionCache }
type Input = z.output<(typeof call)['body']>
/** A case with the owner of its subject, both locked. */
type Locked = { row: CaseRow; owner: UserRow | null }

/** Decides a case in one transaction, with its entry in the audit trail. Throws as the endpoint declares. */
export async function decideCase(
  dependencies: DecideDependencies,
  moderator: Caller,
  caseId: string,
  input: Input,
): Promise<void> {
  const { db, sessionCache } = dependencies
  const owner = await db.transaction(async (tx) => {
    const locked = await lock(tx, caseId)
    if (caseStateOf(locked.row) !== input.state) throw conflict('conflict', 'errors.caseChanged')
    const actions = await listAllowedActions(tx, moderator, locked)
    if (!actions.includes(input.action)) throw forbidden('errors.notModeratable')
    await apply(tx, dependencies, { moderator, locked, input })
    return locked.owner
  })
  if (owner) sessionCache.invalidateUser(owner.id)
  if (owner && input.action === 'timeout') await endLiveStreamsOf(dependencies, owner.id, 'timed_out')
}

async function lock(tx: Executor, caseId: string): Promise<Locked> {
  const row = await lockCase(tx, caseId)
  if (!row) throw notFound()
  await SUBJECTS[row.subjectType].lock?.(tx, row.subjectId)
  return { row, owner: row.ownerId === null ? null : ((await lockUser(tx, row.ownerId)) ?? null) }
}

/** Returns the actions that a moderator may take on a case now. */
export async function listAllowedActions(
  db: Executor,
  moderator: Caller,
  { row, owner }: { row: CaseRow; owner: Pick<UserRow, 'id' | 'role'> | null },
): Promise<ModerationAction[]> {
  // An appeal has overruled this moderator, who must not repeat the decision; a new report opens another case.
  if (row.closedAt && (await isOverruled(db, row.id, moderator.id))) return []
  const subject = SUBJECTS[row.subjectType]
  const canBeRemoved =
    subject.removal !== undefined && (await subject.exists(db, row.subjectId)) && !(await isRemoved(db, row))
  return allowedActions(moderator, {
    state: caseStateOf(row),
    owner,
    canBeRemoved,
    isHeld: row.heldWord !== null,
  })
}

type Step = { moderator: Caller; locked: Locked; input: Input }

async function apply(tx: Executor, dependencies: DecideDependencies, step: Step): Promise<void> {
  const { moderator, locked, input } = step
  const { row } = locked
  switch (input.action) {
    case 'dismiss':
      await audit(tx, step, 'report.dismissed', {})
      await close(tx, row, moderator, 'dismissed')
      if (row.heldWord !== null) await SUBJECTS[row.subjectType].release?.(dependencies, tx, row.subjectId)
      return
    case 'hand_over':
      await audit(tx, step, 'report.handed_over', {})
      await updateCase(tx, row.id, { handedOverAt: new Date(), handedOverBy: moderator.id })
      return
    case 'remove':
      return remove(tx, dependencies, step)
    case 'warn':
      await decide(tx, dependencies, step, { kind: 'warning' })
      return
    case 'timeout':
      await timeOut(tx, dependencies, step)
      return
    default:
      input.action satisfies never
  }
}

async function remove(tx: Executor, dependencies: DecideDependencies, step: Step): Promise<void> {
  const { subjectType, subjectId } = step.locked.row
  const isHidden = await SUBJECTS[subjectType].removal?.hide(dependencies, tx, subjectId, step.moderator.id)
  // The author or the streamer has deleted it meanwhile.
  if (!isHidden) throw conflict('conflict', 'errors.caseChanged')
  await decide(tx, dependencies, step, { kind: 'removal' })
}

async function timeOut(tx: Executor, dependencies: DecideDependencies, step: Step): Promise<void> {
  const { input, locked } = step
  if (input.seconds === undefined) throw invalid([{ path: 'seconds', key: 'fields.required' }])
  await decide(tx, dependencies, step, {
    kind: 'timeout',
    until: new Date(Date.now() + input.seconds * 1000),
  })
  if (locked.owner) await setTimedOutUntil(tx, locked.owner.id, await findTimeoutEnd(tx, locked.owner.id))
}

const ACTION_OF = {
  removal: 'content.removed',
  warning: 'user.warned',
  timeout: 'user.timed_out',
} as const satisfies Record<DecisionKind, AuditAction>

/** Stores a decision, notifies the member, and closes the case. */
async function decide(
  tx: Executor,
  dependencies: DecideDependencies,
  step: Step,
  { kind, until = null }: { kind: DecisionKind; until?: Date | null },
): Promise<void> {
  const { moderator, locked, input } = step
  const { row, owner } = locked
  if (input.rule === undefined || !rulesOf(dependencies.settings.get('community.rules')).includes(input.rule))
    throw invalid([{ path: 'rule', key: input.rule === undefined ? 'fields.required' : 'fields.choice' }])
  if (owner) {
    const decision = await insertDecision(tx, {
      caseId: row.id,
      userId: owner.id,
      kind,
      subjectType: row.subjectType,
      subjectId: row.subjectId,
      snapshot: row.snapshot,
      rule: input.rule,
      note: input.note || null,
      until,
      decidedBy: moderator.id,
    })
    await notifyOfDecision(dependencies, tx, decision)
  }
  await audit(tx, step, ACTION_OF[kind], { rule: input.rule, ...(until && { until: until.toISOString() }) })
  if (!row.closedAt) await close(tx, row, moderator, kind)
}

function audit(tx: Executor, { moderator, locked, input }: Step, action: AuditAction, details: object) {
  const { id: caseId, subjectType, subjectId, ownerId } = locked.row
  return recordAudit(tx, {
    action,
    actorId: moderator.id,
    subjectId: ownerId ?? subjectId,
    details: {
      caseId,
      subjectType,
      contentId: subjectId,
      ...details,
      ...(input.note && { note: input.note }),
    },
  })
}

/** Closes a case; a job notifies its reporters. */
async function close(
  tx: Executor,
  row: CaseRow,
  moderator: Caller,
  outcome: NonNullable<CaseRow['outcome']>,
): Promise<void> {
  await updateCase(tx, row.id, { closedAt: new Date(), closedBy: moderator.id, outcome })
  await enqueue(tx, notifyReportersJob, { caseId: row.id })
}
