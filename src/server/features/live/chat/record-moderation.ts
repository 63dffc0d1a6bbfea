import type { Executor } from '#server/db/executor.ts'
import { recordLog } from '#server/logs/queries.ts'
import type { Caller } from '#server/http/access.ts'

/** Records a moderator's action for the operator's log page. */
export function recordModeration(
  tx: Executor,
  moderator: Caller,
  message: string,
  metadata: { streamId: string; [name: string]: unknown },
): Promise<void> {
  return recordLog(tx, { level: 'info', category: 'moderation', message, userId: moderator.id, metadata })
}
