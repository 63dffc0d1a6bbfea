import type { Context } from '#server/feature.ts'
import { findStreamRow, resetViewerCounts } from '#server/features/live/streams/broadcast-queries.ts'
import { endStream } from '#server/features/live/streams/end-stream.ts'
import {
  findOwner,
  listBroadcastsStartedBefore,
  listOwnBroadcasts,
  takeOverBroadcasts,
} from '#server/features/live/streams/owner-queries.ts'
import { announceEnd } from '#server/features/live/streams/stream-events.ts'
import type { LiveState } from './live-state.ts'
import { broadcastLost } from '#server/features/live/streams/events.ts'
import { nodesExpired } from '#server/nodes/events.ts'

type Dependencies = Context & LiveState

/**
 * Resumes this node's broadcasts after a restart and takes over the broadcasts of nodes whose lease has expired. Ends
 * broadcasts that run too long. Releases broadcasts that another node has ended or taken over. Returns the function that
 * stops it.
 */
export async function manageOwnBroadcasts(dependencies: Dependencies): Promise<() => void> {
  const { config, db, events, log, nodeId, rowChanges } = dependencies
  await takeOverFromExpiredNodes(dependencies, true)
  await resetViewerCounts(db, nodeId)
  const timer = setInterval(() => {
    checkOwners(dependencies).catch((error: unknown) =>
      log.warn({ err: error }, 'the owners of broadcasts could not be read'),
    )
    endOverdue(dependencies).catch((error: unknown) =>
      log.warn({ err: error }, 'broadcasts that run too long could not be ended'),
    )
  }, config.nodeLeaseMs)
  const unsubscribers = [
    events.on(nodesExpired, () => {
      takeOverFromExpiredNodes(dependencies, false).catch((error: unknown) =>
        log.error({ err: error }, 'the broadcasts of an ended node were not taken over'),
      )
    }),
    rowChanges.on('broadcasts', (streamId) => {
      releaseIfLost(dependencies, streamId).catch((error: unknown) =>
        log.error({ err: error, streamId }, 'the owner of a broadcast could not be read'),
      )
    }),
  ]
  return () => {
    clearInterval(timer)
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

async function takeOverFromExpiredNodes(
  { db, nodeId, config, broadcasts }: Dependencies,
  isStartup: boolean,
): Promise<void> {
  const taken = await takeOverBroadcasts(db, nodeId, { graceMs: config.live.graceMs, isStartup })
  for (const { streamId, graceMs } of taken) broadcasts.onStarted(streamId, { graceMs })
}

/** Releases broadcasts that this node has lost unnoticed, such as while its connection to the database was interrupted. */
async function checkOwners(dependencies: Dependencies): Promise<void> {
  const { db, nodeId, rooms } = dependencies
  const live = rooms.all().filter(({ isLive }) => isLive)
  if (live.length === 0) return
  const owned = new Set(await listOwnBroadcasts(db, nodeId))
  for (const { streamId } of live) if (!owned.has(streamId)) await releaseIfLost(dependencies, streamId)
}

/** Ends the broadcasts of this node that run as long as the site allows. */
async function endOverdue(dependencies: Dependencies): Promise<void> {
  const { db, nodeId, rooms, settings } = dependencies
  if (!rooms.all().some(({ isLive }) => isLive)) return
  const maxMs = settings.get('streaming.maxHours') * 60 * 60 * 1000
  const overdue = await listBroadcastsStartedBefore(db, nodeId, new Date(Date.now() - maxMs))
  for (const streamId of overdue) await endStream(dependencies, streamId, 'too_long')
}

/** Called when the owner of a broadcast has changed or the broadcast has ended, on any node. */
async function releaseIfLost(dependencies: Dependencies, streamId: string): Promise<void> {
  const { broadcasts, db, events, nodeId, rooms } = dependencies
  const isLiveHere = () => rooms.find(streamId)?.isLive ?? false
  if (!isLiveHere()) return
  const owner = await findOwner(db, streamId)
  if (!isLiveHere() || owner?.nodeId === nodeId) return
  const stream = owner && !owner.isLive ? await findStreamRow(db, streamId) : undefined
  if (stream) await announceEnd(dependencies, db, stream)
  else {
    broadcasts.onEnded(streamId)
    events.publish(broadcastLost, { streamId })
  }
}
