import type { Context } from '#server/feature.ts'
import { findStreamRow, resetViewerCounts } from '#server/features/streams/broadcast-queries.ts'
import { findOwner, takeBroadcastsOver } from '#server/features/streams/owner-queries.ts'
import { publishEnded } from '#server/features/streams/stream-events.ts'
import type { LiveState } from './live-state.ts'

type Dependencies = Context & LiveState

/**
 * Resumes this node's broadcasts after a restart, takes over those of nodes whose lease has expired, and gives up those
 * that another node has ended or taken over. Returns the function that stops it.
 */
export async function ownBroadcasts(dependencies: Dependencies): Promise<() => void> {
  const { db, events, log, nodeId, rowChanges } = dependencies
  await takeOver(dependencies, true)
  await resetViewerCounts(db, nodeId)
  const unsubscribers = [
    events.on('node.expired', () => {
      takeOver(dependencies, false).catch((error: unknown) =>
        log.error({ err: error }, 'the broadcasts of an ended node were not taken over'),
      )
    }),
    rowChanges.on('broadcasts', (streamId) => {
      giveUp(dependencies, streamId).catch((error: unknown) =>
        log.error({ err: error, streamId }, 'the owner of a broadcast could not be read'),
      )
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

async function takeOver({ db, nodeId, config, broadcasts }: Dependencies, isStart: boolean): Promise<void> {
  const taken = await takeBroadcastsOver(db, nodeId, { graceMs: config.live.graceMs, isStart })
  for (const { streamId, graceMs } of taken) broadcasts.onStarted(streamId, graceMs)
}

/** Called when a broadcast has got another owner or has ended, also by this node. */
async function giveUp(dependencies: Dependencies, streamId: string): Promise<void> {
  const { broadcasts, db, nodeId, rooms } = dependencies
  const isLiveHere = () => rooms.find(streamId)?.isLive ?? false
  if (!isLiveHere()) return
  const owner = await findOwner(db, streamId)
  if (!isLiveHere() || owner?.nodeId === nodeId) return
  const stream = owner && !owner.isLive ? await findStreamRow(db, streamId) : undefined
  if (stream) publishEnded(dependencies, stream)
  else broadcasts.onEnded(streamId)
}
