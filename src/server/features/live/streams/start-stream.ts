import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { conflict } from '#server/http/errors.ts'
import { rateOf } from '#server/http/rates/rate-limits.ts'
import { assertNotTimedOut } from '#server/http/timed-out.ts'
import { findUserById } from '#server/features/accounts/users/queries.ts'
import { insertBroadcast } from './owner-queries.ts'
import { announceStart } from './stream-events.ts'
import { isSecondLiveStreamError, markStarted } from './broadcast-queries.ts'
import { lockStream } from './change-queries.ts'

/** Each start notifies followers and may begin a recording. Ends are not limited. */
const STARTS = rateOf('starts')

/**
 * Starts a broadcast. Has no effect if the stream is live already. Throws 409 if another stream of the owner is live,
 * 429 after too many starts.
 */
export async function startStream(
  dependencies: Pick<Context, 'db' | 'events' | 'publish' | 'limits' | 'nodeId'>,
  stream: { id: string },
): Promise<void> {
  await dependencies.db.transaction((tx) => recordStart(tx, dependencies, stream.id)).catch(throwStartError)
}

/** Stores the start within a transaction, and announces it, unless the stream is live already. Throws 403 `timed_out`, 429. */
export async function recordStart(
  tx: Executor,
  { limits, nodeId, ...dependencies }: Pick<Context, 'events' | 'limits' | 'nodeId' | 'publish'>,
  streamId: string,
): Promise<void> {
  const stream = await lockStream(tx, streamId)
  if (!stream || stream.isLive || stream.hiddenAt) return
  await assertMayStart(tx, stream.streamerId)
  await limits.consume(STARTS, stream.streamerId)
  try {
    const row = await markStarted(tx, streamId)
    if (!row) return
    await insertBroadcast(tx, streamId, nodeId)
    await recordEvent(tx, { eventType: 'stream_started', userId: row.streamerId, metadata: { streamId } })
    await announceStart(dependencies, tx, row)
  } catch (error) {
    await limits.refund(STARTS, stream.streamerId)
    throw error
  }
}

async function assertMayStart(tx: Executor, streamerId: string): Promise<void> {
  const streamer = await findUserById(tx, streamerId)
  if (streamer) assertNotTimedOut(streamer)
}

/** Throws 409 `already_live` for the unique violation of a second live stream, and any other error unchanged. */
export function throwStartError(error: unknown): never {
  throw isSecondLiveStreamError(error) ? conflict('already_live', 'errors.alreadyLive') : error
}
