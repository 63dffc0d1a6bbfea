import path from 'node:path'
import type { Context, Feature } from '#server/feature.ts'
import type { Storage } from '#server/storage/storage.ts'
import { RecordingFolders } from './recording-folders.ts'
import { Recordings } from './recordings.ts'

/** Interval of the check of the disk space. */
const DISK_CHECK_MS = 30_000

export function createRecordings(
  { config, db, engine, hub, images, log }: Context,
  storage: Storage,
): Recordings {
  const { minFreeBytes, ffmpegPath } = config.recordings
  const folders = new RecordingFolders(path.join(config.dataDir, 'recordings'), minFreeBytes)
  return new Recordings({ db, engine, hub, images, log, storage, folders, ffmpegPath })
}

/** Records streams with `recordStream` and turns the recordings into videos. */
export const recordings = (service: Recordings): Feature => ({
  name: 'recordings',
  async register(_app, { engine, events, log }) {
    await service.resume()
    const timer = setInterval(() => {
      service
        .checkDiskSpace()
        .catch((error: unknown) => log.error({ err: error }, 'the disk space could not be checked'))
    }, DISK_CHECK_MS)
    const unsubscribers = [
      ...(['stream.started', 'stream.ended', 'stream.updated'] as const).map((type) =>
        events.on(type, ({ streamId }) => service.reconcile(streamId)),
      ),
      events.on('video.deleted', ({ videoId }) => service.onVideoDeleted(videoId)),
      engine.on('up', ({ affects }) => service.onEngineUp(affects)),
      engine.on('recordingFailed', ({ streamId, message }) => service.onRecordingFailed(streamId, message)),
    ]
    return async () => {
      clearInterval(timer)
      for (const unsubscribe of unsubscribers) unsubscribe()
      await service.close()
    }
  },
})
