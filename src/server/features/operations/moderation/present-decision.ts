import type { Decision } from '#shared/operations/decisions.ts'
import type { ModeratedDecision } from '#shared/operations/moderation.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import { canAppeal } from './add-appeal.ts'
import type { DecisionWithUsers } from './decision-queries.ts'
import { mayUndo } from './permissions.ts'
import type { DecisionRow } from '#server/features/operations/moderation-cases/schema.ts'
import { mayDecideAppeal } from './undo-decision.ts'

export function presentDecision(row: DecisionRow): Decision {
  const { id, kind, subjectType, snapshot, rule, note } = row
  return {
    id,
    kind,
    subjectType,
    snapshot,
    rule,
    note,
    until: row.until?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    deletedAt: row.deletedAt?.toISOString() ?? null,
    appeal:
      row.appealWords === null || row.appealedAt === null
        ? null
        : {
            words: row.appealWords,
            createdAt: row.appealedAt.toISOString(),
            outcome: row.appealOutcome,
            note: row.appealNote,
            decidedAt: row.appealDecidedAt?.toISOString() ?? null,
          },
    canAppeal: canAppeal(row),
  }
}

/** Presents a decision to a moderator, with the moderators who decided. */
export async function presentModerated(
  db: Executor,
  { row, user, decidedBy, undoneBy, appealDecidedBy }: DecisionWithUsers,
  moderator: Caller,
): Promise<ModeratedDecision> {
  const waits = row.appealedAt !== null && row.appealDecidedAt === null
  const canDecide = waits
    ? await mayDecideAppeal(db, moderator, row, user)
    : mayUndo(moderator, user, decidedBy) && !row.undoneAt && !row.deletedAt
  return {
    ...presentDecision(row),
    caseId: row.caseId,
    user: presentUserRef(user, moderator),
    decidedBy: decidedBy && presentUserRef(decidedBy, moderator),
    undoneBy: undoneBy && presentUserRef(undoneBy, moderator),
    appealDecidedBy: appealDecidedBy && presentUserRef(appealDecidedBy, moderator),
    canDecide,
  }
}
