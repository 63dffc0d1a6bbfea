import type { Executor } from '#server/db/executor.ts'
import { notifyNodes } from '#server/db/notify-nodes.ts'
import { recordNotifications } from '#server/features/notifications/notifications/notify.ts'
import type { UntoldReport } from '#server/features/operations/moderation-cases/report-queries.ts'
import type { DecisionRow } from '#server/features/operations/moderation-cases/schema.ts'

/** Notifies a member, within the transaction, of a decision about them, or of how their appeal ended. */
export function tellOfDecision(
  tx: Executor,
  { id, userId }: Pick<DecisionRow, 'id' | 'userId'>,
): Promise<void> {
  return notify(tx, [{ type: 'decision', userId, actorId: userId, decisionId: id }])
}

/** Notifies reporters, within the transaction, of what came of their reports. */
export function tellReporters(tx: Executor, reports: readonly UntoldReport[]): Promise<void> {
  return notify(
    tx,
    reports.map(({ id, reporterId }) => ({
      type: 'report' as const,
      userId: reporterId,
      actorId: reporterId,
      reportId: id,
    })),
  )
}

/** The recipients are the only actors, as members are not told which moderator decided. */
async function notify(tx: Executor, events: Parameters<typeof recordNotifications>[1]): Promise<void> {
  const opened = await recordNotifications(tx, events)
  await notifyNodes(
    tx,
    'notifications',
    opened.map(({ id }) => id),
  )
}
