import type { Executor } from '#server/db/executor.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import type { Caller } from '#server/http/access.ts'

/** Keeps for the operator's log page what somebody did as a moderator, and with what. */
export function recordModeration(
  tx: Executor,
  by: Caller,
  message: string,
  metadata: { streamId: string; [name: string]: unknown },
): Promise<void> {
  return recordLog(tx, { level: 'info', category: 'moderation', message, userId: by.id, metadata })
}
