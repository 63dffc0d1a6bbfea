import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { publishEnded } from './stream-events.ts'
import { markEnded } from './broadcast-queries.ts'
import { clearReminders } from '#server/features/stream-schedule/reminder-queries.ts'
import type { StreamRow } from './schema.ts'

type EndReason = 'owner' | 'grace'

/** Ends a broadcast by its owner or because the grace period is over. Has no effect if the stream is not live. */
export async function endStream(
  { db, hub }: { db: Db; hub: Hub },
  streamId: string,
  reason: EndReason,
): Promise<void> {
  const ended = await db.transaction((tx) => recordEnd(tx, streamId, reason))
  if (ended) publishEnded(hub, ended)
}

/** Stores the end within a transaction. Returns undefined if the stream was not live. */
export async function recordEnd(
  tx: Executor,
  streamId: string,
  reason: EndReason,
): Promise<StreamRow | undefined> {
  const row = await markEnded(tx, streamId, new Date())
  if (!row) return undefined
  await clearReminders(tx, streamId)
  await recordEvent(tx, {
    eventType: 'stream_ended',
    userId: row.streamerId,
    metadata: { streamId, reason },
  })
  return row
}
