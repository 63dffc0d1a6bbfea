import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { conflict } from '#server/http/errors.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announce } from './announce.ts'
import { isSecondLive, markStarted } from './queries.ts'
import type { StreamRow } from './schema.ts'

/** Takes a stream live; a stream that is live already stays as it is. Throws 409 when its owner is live elsewhere. */
export async function startStream({ db, hub }: { db: Db; hub: Hub }, stream: StreamRow): Promise<void> {
  const startedAt = new Date()
  const started = await db
    .transaction(async (tx) => {
      const row = await markStarted(tx, stream.id, startedAt)
      if (row)
        await recordEvent(tx, {
          eventType: 'stream_started',
          userId: row.streamerId,
          metadata: { streamId: row.id },
        })
      return row
    })
    .catch((error: unknown) => {
      throw isSecondLive(error) ? conflict('already_live', 'errors.alreadyLive') : error
    })
  if (!started) return
  announce(hub, started, {
    type: 'stream_started',
    streamId: stream.id,
    data: { startedAt: startedAt.toISOString() },
  })
}
