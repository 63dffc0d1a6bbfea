import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { recordEvent } from '#server/logs/queries.ts'
import { publishEnded } from './stream-events.ts'
import { lockStream } from './change-queries.ts'
import { deleteBroadcast, findOwner } from './owner-queries.ts'
import { listLiveStreamIds, markEnded } from './broadcast-queries.ts'
import { clearReminders } from '#server/features/live/stream-schedule/reminder-queries.ts'
import type { StreamRow } from './schema.ts'

/**
 * `deactivated`: an admin has deactivated the owner; `removed`: a moderator has removed the stream; `timed_out`: a moderator has
 * timed the owner out; `too_long`: it ran as long as the site allows.
 */
type EndReason = 'owner' | 'grace' | 'deactivated' | 'removed' | 'timed_out' | 'too_long'

/** Ends a broadcast by its owner, with its owner's account, or because its time is over. Has no effect if the stream is not live. */
export async function endStream(
  dependencies: Pick<Context, 'db' | 'events' | 'publish'>,
  streamId: string,
  reason: EndReason,
): Promise<void> {
  const ended = await dependencies.db.transaction((tx) => recordEnd(tx, streamId, reason))
  if (ended) publishEnded(dependencies, ended)
}

/** Ends what a user broadcasts, after the transaction that forbids it: within that one, it could deadlock with a start. */
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
  const ended = await dependencies.db.transaction(async (tx) => {
    await lockStream(tx, streamId)
    const owner = await findOwner(tx, streamId)
    return owner?.nodeId === dependencies.nodeId ? recordEnd(tx, streamId, 'grace') : undefined
  })
  if (ended) publishEnded(dependencies, ended)
  return ended !== undefined
}

/** Stores the end within a transaction. Returns undefined if the stream was not live. */
export async function recordEnd(
  tx: Executor,
  streamId: string,
  reason: EndReason,
): Promise<StreamRow | undefined> {
  const row = await markEnded(tx, streamId, new Date())
  if (!row) return undefined
  await deleteBroadcast(tx, streamId)
  await clearReminders(tx, streamId)
  await recordEvent(tx, {
    eventType: 'stream_ended',
    userId: row.streamerId,
    metadata: { streamId, reason },
  })
  return row
}
