import type { Context, Feature } from '#server/feature.ts'
import type { StorageAllowance } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { recordingChanged } from './recording-changes.ts'
import { RecordingFolders } from './recording-folders.ts'
import { Recordings } from './recordings.ts'
import {
  broadcastLost,
  streamEnded,
  streamStarted,
  streamUpdated,
} from '#server/features/live/streams/events.ts'

/** Interval of the check of the disk, and of what creators may store. */
const ROOM_CHECK_MS = 30_000
/** Interval of the check whether running recordings must stop: in it, hundreds of them write less than the database keeps. */
const DISK_CHECK_MS = 2000

export function createRecordings(
  { config, db, disk, engine, log, nodeId, publish }: Context,
  allowance: StorageAllowance,
): Recordings {
  return new Recordings({
    ...{ db, disk, engine, log, nodeId, publish },
    folders: new RecordingFolders(config),
    remainingStorage: (creatorId) => allowance.remaining(db, creatorId),
  })
}

/** Records this node's streams with `recordStream`; a job turns the recordings into videos. */
export const recordings = (service: Recordings): Feature => ({
  name: 'recordings',
  updates: [recordingChanged],
  async register(_app, context) {
    const { engine, events, log, rowChanges } = context
    await service.resume()
    const check = (work: () => Promise<void>) => () => {
      work().catch((error: unknown) =>
        log.error({ err: error }, 'the room for recordings could not be checked'),
      )
    }
    const timers = [
      setInterval(
        check(() => service.checkAllowances()),
        ROOM_CHECK_MS,
      ),
      setInterval(
        check(() => service.checkDisk()),
        DISK_CHECK_MS,
      ),
    ]
    const unsubscribers = [
      ...[streamStarted, streamEnded, streamUpdated, broadcastLost].map((type) =>
        events.on(type, ({ streamId }) => service.reconcile(streamId)),
      ),
      // Another node has taken the broadcast over or has ended it.
      rowChanges.on('broadcasts', (streamId) => service.reconcile(streamId)),
      engine.on('down', ({ affects }) => service.onEngineDown(affects)),
      engine.on('up', ({ affects }) => service.onEngineUp(affects)),
      engine.on('recordingFailed', ({ streamId, message }) => service.onRecordingFailed(streamId, message)),
    ]
    return async () => {
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      await service.close()
    }
  },
})
