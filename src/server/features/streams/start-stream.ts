import { DatabaseError } from 'pg'
import type { Db } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { conflict } from '#server/http/errors.ts'
import { type Hub, STREAMS_TOPIC, streamTopic } from '#server/realtime/hub.ts'
import { markStarted } from './queries.ts'
import type { StreamRow } from './schema.ts'

/** Takes a stream live; a stream that is live already stays as it is. Throws 409 when its owner is live elsewhere. */
export async function startStream({ db, hub }: { db: Db; hub: Hub }, stream: StreamRow): Promise<void> {
  const startedAt = new Date()
  const started = await refuseSecondLive(() =>
    db.transaction(async (tx) => {
      const row = await markStarted(tx, stream.id, startedAt)
      if (row)
        await recordEvent(tx, {
          eventType: 'stream_started',
          userId: row.streamerId,
          metadata: { streamId: row.id },
        })
      return row
    }),
  )
  if (!started) return
  const message = {
    type: 'stream_started',
    streamId: stream.id,
    data: { startedAt: startedAt.toISOString() },
  } as const
  hub.publish(STREAMS_TOPIC, message)
  hub.publish(streamTopic(stream.id), message)
}

async function refuseSecondLive<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof DatabaseError ? error.cause : error
    if (cause instanceof DatabaseError && cause.constraint === 'streams_one_live_key') {
      throw conflict('already_live', 'errors.alreadyLive')
    }
    throw error
  }
}
