import type { Context } from '#server/feature.ts'
import { Throttle } from '#server/concurrency/throttle.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { Rooms } from './room.ts'

/** Publishes by stream id whether the broadcaster's camera is on. */
export type CameraStatePublisher = Throttle<boolean>

/** Minimum time between two states of a stream: a page could send twenty a second, each to all viewers. */
const PAUSE_MS = 500

export function createCameraStatePublisher({
  db,
  publish,
  rooms,
  log,
}: Pick<Context, 'db' | 'log' | 'publish'> & { rooms: Rooms }): CameraStatePublisher {
  return new Throttle<boolean>({
    intervalMs: PAUSE_MS,
    async read(streamId) {
      const room = rooms.find(streamId)
      return room && !room.isCameraOff
    },
    publish: (streamId, isOn) =>
      publish(db, toPages(streamTopic(streamId), { type: 'camera_changed', streamId, data: { isOn } })),
    log,
  })
}
