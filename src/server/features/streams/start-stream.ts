import type { Db, Executor } from '#server/db/executor.ts'
import { recordEvent } from '#server/features/analytics/queries.ts'
import { conflict } from '#server/http/errors.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import type { Hub } from '#server/realtime/hub.ts'
import { announceStart } from './announce.ts'
import { isSecondLive, markStarted } from './broadcast-queries.ts'
import { lockStream } from './change-queries.ts'
import type { StreamRow } from './schema.ts'

/** Each start is announced to followers and begins a recording; an end is never limited. */
const STARTS = rateOf('starts')

/**
 * Takes a stream live; a stream that is live already stays as it is. Throws 409 when its owner is live elsewhere, 429
 * after too many starts.
 */
export async function startStream(
  { db, hub, limits }: { db: Db; hub: Hub; limits: RateLimits },
  stream: { id: string },
): Promise<void> {
  const started = await db.transaction((tx) => recordStart(tx, limits, stream.id)).catch(refuseSecond)
  if (started) announceStart(hub, started)
}

/** The start itself, within a transaction; undefined when the stream was live already. Throws 429. */
export async function recordStart(
  tx: Executor,
  limits: RateLimits,
  streamId: string,
): Promise<StreamRow | undefined> {
  const stream = await lockStream(tx, streamId)
  if (!stream || stream.isLive) return undefined
  await limits.consume(STARTS, stream.streamerId)
  try {
    const row = await markStarted(tx, streamId, new Date())
    if (row)
      await recordEvent(tx, { eventType: 'stream_started', userId: row.streamerId, metadata: { streamId } })
    return row
  } catch (error) {
    await limits.refund(STARTS, stream.streamerId)
    throw error
  }
}

/** Says the database's refusal of a second live stream in our own words. */
export function refuseSecond(error: unknown): never {
  throw isSecondLive(error) ? conflict('already_live', 'errors.alreadyLive') : error
}
