import { ROLES } from '#shared/roles.ts'
import type { Executor } from '#server/db/executor.ts'
import { recordAudit } from '#server/features/operations/audit/queries.ts'
import { findUserById, lockUser } from '#server/features/accounts/users/queries.ts'
import type { UserRow } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { hasOtherModerator } from './appeal-queries.ts'
import type { DecideDependencies } from './decide-case.ts'
import { findTimeoutEnd, lockDecision, setTimedOutUntil, updateDecision } from './decision-queries.ts'
import { type ModeratedUser, mayActOn, mayUndo } from './permissions.ts'
import type { DecisionRow } from '#server/features/operations/moderation-cases/schema.ts'
import { SUBJECTS } from './subjects/subjects.ts'
import { notifyOfDecision } from './notify-outcome.ts'

/** Undoes a decision: restores the content, or ends the time-out. Throws as the endpoint declares. */
export async function undoDecision(
  dependencies: DecideDependencies,
  moderator: Caller,
  id: string,
): Promise<void> {
  await change(dependencies, id, async (tx, decision, user) => {
    const decidedBy = (decision.decidedBy && (await findUserById(tx, decision.decidedBy))) || null
    if (!mayUndo(moderator, user, decidedBy)) throw forbidden('errors.notModeratable')
    await undoDecisionWithin(tx, dependencies, moderator, decision)
    // This decides a pending appeal, too.
    if (decision.appealedAt && !decision.appealDecidedAt)
      await updateDecision(tx, id, {
        appealOutcome: 'reversed',
        appealDecidedAt: new Date(),
        appealDecidedBy: moderator.id,
      })
  })
}

/** Decides an appeal. Throws as the endpoint declares. */
export async function decideAppeal(
  dependencies: DecideDependencies,
  moderator: Caller,
  id: string,
  { outcome, note }: { outcome: 'upheld' | 'reversed'; note: string },
): Promise<void> {
  await change(dependencies, id, async (tx, decision, user) => {
    if (!decision.appealedAt || decision.appealDecidedAt) throw conflict('conflict', 'errors.appealDecided')
    if (!(await mayDecideAppeal(tx, moderator, decision, user))) throw forbidden('errors.notModeratable')
    if (outcome === 'reversed') await undoDecisionWithin(tx, dependencies, moderator, decision)
    await updateDecision(tx, id, {
      appealOutcome: outcome,
      appealNote: note || null,
      appealDecidedAt: new Date(),
      appealDecidedBy: moderator.id,
    })
    if (outcome === 'upheld') await audit(tx, moderator, decision, 'appeal.upheld')
  })
}

/** True unless the moderator made the decision; true even then if no other moderator could decide the appeal. */
export async function mayDecideAppeal(
  db: Executor,
  moderator: Caller,
  { decidedBy }: Pick<DecisionRow, 'decidedBy'>,
  user: ModeratedUser,
): Promise<boolean> {
  if (!mayActOn(moderator, user)) return false
  if (decidedBy !== moderator.id) return true
  const moderators = ROLES.filter((role) => role !== 'user')
  const higher = moderators.filter((role) => mayActOn({ id: '', role }, user))
  return !(await hasOtherModerator(db, [moderator.id, user.id], higher))
}

/** Locks a decision and its member, changes it, and notifies the member. */
async function change(
  dependencies: DecideDependencies,
  id: string,
  work: (tx: Executor, decision: DecisionRow, user: UserRow) => Promise<void>,
): Promise<void> {
  const { db, sessionCache } = dependencies
  const userId = await db.transaction(async (tx) => {
    const decision = await lockDecision(tx, id)
    const user = decision && (await lockUser(tx, decision.userId))
    if (!user) throw notFound()
    await work(tx, decision, user)
    await notifyOfDecision(dependencies, tx, decision)
    return user.id
  })
  sessionCache.invalidateUser(userId)
}

async function undoDecisionWithin(
  tx: Executor,
  dependencies: DecideDependencies,
  moderator: Caller,
  decision: DecisionRow,
): Promise<void> {
  if (decision.undoneAt || decision.deletedAt) throw conflict('conflict', 'errors.nothingToUndo')
  await updateDecision(tx, decision.id, { undoneAt: new Date(), undoneBy: moderator.id })
  await audit(tx, moderator, decision, 'decision.undone')
  if (decision.kind === 'timeout')
    await setTimedOutUntil(tx, decision.userId, await findTimeoutEnd(tx, decision.userId))
  if (decision.kind === 'removal')
    await SUBJECTS[decision.subjectType].removal?.restore(dependencies, tx, decision.subjectId)
}

function audit(
  tx: Executor,
  moderator: Caller,
  { id, userId, kind, subjectType, subjectId }: DecisionRow,
  action: 'decision.undone' | 'appeal.upheld',
) {
  return recordAudit(tx, {
    action,
    actorId: moderator.id,
    subjectId: userId,
    details: { decisionId: id, kind, subjectType, contentId: subjectId },
  })
}
