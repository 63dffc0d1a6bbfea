import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { UnnotifiedReport } from '#server/features/operations/moderation-cases/report-queries.ts'
import type { DecisionRow } from '#server/features/operations/moderation-cases/schema.ts'

type Dependencies = Pick<Context, 'publish'>

// The actor of these notifications is the recipient: members do not learn which moderator decided.

/** Notifies a member, within the transaction, of a decision about them, or of the outcome of their appeal. */
export function notifyOfDecision(
  dependencies: Dependencies,
  tx: Executor,
  { id, userId }: Pick<DecisionRow, 'id' | 'userId'>,
): Promise<void> {
  return recordNotifications(dependencies, tx, [
    { type: 'decision', userId, actorId: userId, decisionId: id },
  ])
}

/** Notifies reporters, within the transaction, of the outcome of their reports. */
export function notifyReporters(
  dependencies: Dependencies,
  tx: Executor,
  reports: readonly UnnotifiedReport[],
): Promise<void> {
  return recordNotifications(
    dependencies,
    tx,
    reports.map(({ id, reporterId }) => ({
      type: 'report' as const,
      userId: reporterId,
      actorId: reporterId,
      reportId: id,
    })),
  )
}
