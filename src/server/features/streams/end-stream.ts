import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announceEnd } from './announce.ts'
import { markEnded } from './broadcast-queries.ts'
import { clearReminders } from '#server/features/stream-schedule/reminder-queries.ts'
import type { StreamRow } from './schema.ts'

type Reason = 'owner' | 'grace'

/** Ends a broadcast, whoever asked: its owner, or the grace that ran out. Ending twice changes nothing. */
export async function endStream(
  { db, hub }: { db: Db; hub: Hub },
  streamId: string,
  reason: Reason,
): Promise<void> {
  const ended = await db.transaction((tx) => recordEnd(tx, streamId, reason))
  if (ended) announceEnd(hub, ended)
}

/** The end itself, within a transaction; undefined when there was no broadcast. */
export async function recordEnd(
  tx: Executor,
  streamId: string,
  reason: Reason,
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
