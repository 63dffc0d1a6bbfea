import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { conflict } from '#server/http/errors.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announceStart } from './announce.ts'
import { isSecondLive, markStarted } from './broadcast-queries.ts'
import type { StreamRow } from './schema.ts'

/** Takes a stream live; a stream that is live already stays as it is. Throws 409 when its owner is live elsewhere. */
export async function startStream({ db, hub }: { db: Db; hub: Hub }, stream: { id: string }): Promise<void> {
  const started = await db.transaction((tx) => recordStart(tx, stream.id)).catch(refuseSecond)
  if (started) announceStart(hub, started)
}

/** The start itself, within a transaction; undefined when the stream was live already. */
export async function recordStart(tx: Executor, streamId: string): Promise<StreamRow | undefined> {
  const row = await markStarted(tx, streamId, new Date())
  if (row)
    await recordEvent(tx, { eventType: 'stream_started', userId: row.streamerId, metadata: { streamId } })
  return row
}

/** Says the database's refusal of a second live stream in our own words. */
export function refuseSecond(error: unknown): never {
  throw isSecondLive(error) ? conflict('already_live', 'errors.alreadyLive') : error
}
