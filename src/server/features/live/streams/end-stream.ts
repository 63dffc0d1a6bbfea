import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { announceEnd } from './stream-events.ts'
import { lockStream } from './change-queries.ts'
import { deleteBroadcast, findOwner } from './owner-queries.ts'
import { listLiveStreamIds, markEnded } from './broadcast-queries.ts'

/**
 * `deactivated`: an admin has deactivated the owner; `removed`: a moderator has removed the stream; `timed_out`: a moderator has
 * timed the owner out; `too_long`: it ran as long as the site allows.
 */
type EndReason = 'owner' | 'grace' | 'deactivated' | 'removed' | 'timed_out' | 'too_long'

/** Ends a broadcast and stores the reason. Has no effect if the stream is not live. */
export async function endStream(
  dependencies: Pick<Context, 'db' | 'events' | 'publish'>,
  streamId: string,
  reason: EndReason,
): Promise<void> {
  await dependencies.db.transaction((tx) => recordEnd(dependencies, tx, streamId, reason))
}

/** Ends the broadcasts of a user. Called after the transaction that forbids them: within it, a concurrent start could deadlock. */
export async function endLiveStreamsOf(
  dependencies: Pick<Context, 'db' | 'events' | 'publish'>,
  userId: string,
  reason: EndReason,
): Promise<void> {
  for (const streamId of await listLiveStreamIds(dependencies.db, userId))
    await endStream(dependencies, streamId, reason)
}

/**
 * Ends a broadcast whose grace period is over. Returns false without an effect if another node has taken it over, or if
 * it has ended.
 */
export async function endAfterGrace(
  dependencies: Pick<Context, 'db' | 'events' | 'publish' | 'nodeId'>,
  streamId: string,
): Promise<boolean> {
  return dependencies.db.transaction(async (tx) => {
    await lockStream(tx, streamId)
    const owner = await findOwner(tx, streamId)
    return owner?.nodeId === dependencies.nodeId && recordEnd(dependencies, tx, streamId, 'grace')
  })
}

/** Stores the end within a transaction, and announces it. Returns false if the stream was not live. */
export async function recordEnd(
  dependencies: Pick<Context, 'events' | 'publish'>,
  tx: Executor,
  streamId: string,
  reason: EndReason,
): Promise<boolean> {
  const row = await markEnded(tx, streamId, new Date())
  if (!row) return false
  await deleteBroadcast(tx, streamId)
  await recordEvent(tx, {
    eventType: 'stream_ended',
    userId: row.streamerId,
    metadata: { streamId, reason },
  })
  await announceEnd(dependencies, tx, row)
  return true
}
