import path from 'node:path'
import type { Context, Feature } from '#server/feature.ts'
import { STREAMS_TOPIC } from '#server/features/streams/topics.ts'
import { VIDEOS_TOPIC } from '#server/features/videos/topics.ts'
import type { Storage } from '#server/storage/storage.ts'
import { RecordingFolders } from './recording-folders.ts'
import { Recordings } from './recordings.ts'

/** How often the disk is looked at while something is recorded (milliseconds). */
const ROOM_MS = 30_000

export function createRecordings(
  { config, db, engine, hub, images, log }: Context,
  storage: Storage,
): Recordings {
  const { minFreeBytes, ffmpegPath } = config.recordings
  const folders = new RecordingFolders(path.join(config.dataDir, 'recordings'), minFreeBytes)
  return new Recordings({ db, engine, hub, images, log, storage, folders, ffmpegPath })
}

/** Records the streams that want it, and makes videos of them. */
export const recordings = (kept: Recordings): Feature => ({
  name: 'recordings',
  async register(_app, { engine, hub, log }) {
    await kept.resume()
    const room = setInterval(() => {
      kept.checkRoom().catch((error: unknown) => log.error({ err: error }, 'the disk could not be looked at'))
    }, ROOM_MS)
    const ends = [
      hub.subscribe(STREAMS_TOPIC, (message) => {
        switch (message.type) {
          case 'stream_started':
          case 'stream_ended':
          case 'stream_updated':
            return kept.reconcile(message.streamId)
          default:
            return undefined
        }
      }),
      hub.subscribe(VIDEOS_TOPIC, (message) => {
        if (message.type === 'video_deleted') kept.videoDeleted(message.videoId)
      }),
      engine.on('up', ({ affects }) => kept.engineUp(affects)),
      engine.on('recordingFailed', ({ streamId, message }) => kept.failed(streamId, message)),
    ]
    return async () => {
      clearInterval(room)
      for (const end of ends) end()
      await kept.close()
    }
  },
})
