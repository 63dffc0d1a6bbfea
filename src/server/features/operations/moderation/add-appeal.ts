import type { Db } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { conflict, notFound } from '#server/http/errors.ts'
import { lockDecision, updateDecision } from './decision-queries.ts'
import type { DecisionRow } from '#server/features/operations/moderation-cases/schema.ts'

/** Stores a member's appeal against a decision. Throws 404, and 409 as the endpoint declares. */
export async function addAppeal(
  db: Db,
  member: Caller,
  { decisionId, words }: { decisionId: string; words: string },
): Promise<DecisionRow> {
  return db.transaction(async (tx) => {
    const decision = await lockDecision(tx, decisionId)
    if (!decision || decision.userId !== member.id) throw notFound()
    if (!canAppeal(decision)) throw conflict('conflict', 'errors.appealedAlready')
    const appeal = { appealWords: words, appealedAt: new Date() }
    await updateDecision(tx, decisionId, appeal)
    return { ...decision, ...appeal }
  })
}

/** A decision can be appealed once, while it is in force. */
export const canAppeal = ({ appealedAt, undoneAt, deletedAt }: DecisionRow): boolean =>
  !appealedAt && !undoneAt && !deletedAt
