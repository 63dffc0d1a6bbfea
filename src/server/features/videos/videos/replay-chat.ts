import type { ReplayedMessage } from '#shared/videos/videos.ts'
import { lastIdBefore } from '#server/db/columns.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentMessage } from '#server/features/live/chat/present-message.ts'
import { listAfter } from '#server/features/live/chat/queries.ts'
import { listTipMessagesAfter } from '#server/features/live/chat/tip-queries.ts'
import type { Caller } from '#server/http/access.ts'
import type { VideoRow } from './schema.ts'

type ReplayRange = { from: number; afterId: string | undefined; limit: number; onlyTips: boolean }

/**
 * Returns chat messages of the recorded time, oldest first, starting at second `from` of the video or after a message.
 * Returns an empty list for a video that is not a recording.
 */
export async function listReplayedMessages(
  db: Executor,
  { streamId, recordedFrom, duration }: VideoRow,
  { from, afterId, limit, onlyTips }: ReplayRange,
  requester: Caller | null,
): Promise<ReplayedMessage[]> {
  if (!streamId || !recordedFrom) return []
  const start = recordedFrom.getTime()
  const firstId = lastIdBefore(start + from * 1000)
  // A forged cursor must not reveal messages from before the recording.
  const after = afterId !== undefined && afterId > firstId ? afterId : firstId
  const rows = onlyTips
    ? await listTipMessagesAfter(db, { streamId, afterId: after, limit }, requester)
    : await listAfter(db, { streamId, afterId: after, limit }, requester)
  return rows
    .map((row) => presentMessage(row))
    .map((message) => ({ offset: (Date.parse(message.createdAt) - start) / 1000, message }))
    .filter(({ offset }) => offset <= duration)
    .map(({ offset, message }) => ({ offset: Math.max(0, offset), message }))
}
