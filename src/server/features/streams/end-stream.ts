import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announce } from './announce.ts'
import { markEnded } from './queries.ts'

/** Ends a broadcast, whoever asked: its owner, or the grace that ran out. Ending twice changes nothing. */
export async function endStream(
  { db, hub }: { db: Db; hub: Hub },
  streamId: string,
  reason: 'owner' | 'grace',
): Promise<void> {
  const endedAt = new Date()
  const ended = await db.transaction(async (tx) => {
    const row = await markEnded(tx, streamId, endedAt)
    if (row)
      await recordEvent(tx, {
        eventType: 'stream_ended',
        userId: row.streamerId,
        metadata: { streamId, reason },
      })
    return row
  })
  if (!ended) return
  announce(hub, ended, { type: 'stream_ended', streamId, data: { endedAt: endedAt.toISOString() } })
}
