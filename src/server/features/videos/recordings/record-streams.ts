import type { Context, Mount } from '#server/feature.ts'
import { storageAllowanceService } from '#server/features/media/storage-allowance/storage-allowance.ts'
import { RecordingFolders } from './recording-folders.ts'
import { Recordings } from './recordings.ts'
import {
  broadcastLost,
  streamDeletionRequested,
  streamEnded,
  streamStarted,
  streamUpdated,
} from '#server/features/live/streams/events.ts'

/** Interval of the checks whether recordings have used up the storage of their creators, or can start by now. */
const STORAGE_CHECK_MS = 30_000
/** Interval of the checks for a full disk: in it, hundreds of recordings write less than the reserve of the database. */
const DISK_CHECK_MS = 2000

function createRecordings({ config, service, ...context }: Context): Recordings {
  const allowance = service(storageAllowanceService)
  return new Recordings({
    ...context,
    folders: new RecordingFolders(config),
    remainingStorage: (creatorId) => allowance.remaining(context.db, creatorId),
  })
}

/** Records this node's streams with `recordStream`; a job turns the recordings into videos. */
export const recordStreams: Mount = async (_app, context) => {
  const recordings = createRecordings(context)
  const { engine, events, log, rowChanges } = context
  await recordings.resume()
  const check = (work: () => Promise<void>) => () => {
    work().catch((error: unknown) =>
      log.error({ err: error }, 'the room for recordings could not be checked'),
    )
  }
  const timers = [
    setInterval(
      check(() => recordings.checkAllowances()),
      STORAGE_CHECK_MS,
    ),
    setInterval(
      check(() => recordings.checkDisk()),
      DISK_CHECK_MS,
    ),
  ]
  const unsubscribers = [
    events.within(streamDeletionRequested, (_tx, { streamId }) => recordings.reconcileAndWait(streamId)),
    ...[streamStarted, streamEnded, streamUpdated, broadcastLost].map((type) =>
      events.on(type, ({ streamId }) => recordings.reconcile(streamId)),
    ),
    // Another node has taken the broadcast over or has ended it.
    rowChanges.on('broadcasts', (streamId) => recordings.reconcile(streamId)),
    engine.on('down', ({ affects }) => recordings.onEngineDown(affects)),
    engine.on('up', ({ affects }) => recordings.onEngineUp(affects)),
    engine.on('recordingFailed', ({ streamId, message }) => recordings.onRecordingFailed(streamId, message)),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    for (const unsubscribe of unsubscribers) unsubscribe()
    await recordings.close()
  }
}
