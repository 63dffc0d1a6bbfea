import type { ReplayedMessage } from '#shared/videos.ts'
import type { Executor } from '#server/db/executor.ts'
import { presentMessage } from '#server/features/chat/present-message.ts'
import { listAfter } from '#server/features/chat/queries.ts'
import type { VideoRow } from './schema.ts'

/**
 * What was written while a recording ran, from a second of the video or after a message, in the order of time: at most
 * `limit`. None for a video that is no recording.
 */
export async function listReplay(
  db: Executor,
  { streamId, recordedFrom, duration }: VideoRow,
  { from, afterId, limit }: { from: number; afterId: string | undefined; limit: number },
): Promise<ReplayedMessage[]> {
  if (!streamId || !recordedFrom) return []
  const start = recordedFrom.getTime()
  const first = lastIdBefore(start + from * 1000)
  // What was written before the recording is no part of it, whatever a cursor says.
  const after = afterId !== undefined && afterId > first ? afterId : first
  const rows = await listAfter(db, streamId, after, limit)
  return rows
    .map((row) => presentMessage(row))
    .map((message) => ({ offset: (Date.parse(message.createdAt) - start) / 1000, message }))
    .filter(({ offset }) => offset <= duration)
    .map(({ offset, message }) => ({ offset: Math.max(0, offset), message }))
}

/** Ids are ordered by their time: an id before all that were given from a moment (milliseconds) on. */
function lastIdBefore(moment: number): string {
  const time = Math.floor(moment).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
