import type { Logger } from 'pino'
import { Throttle } from '#server/concurrency/throttle.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

/** Publishes by stream id whether the broadcaster's camera is on. */
export type CameraStates = Throttle<boolean>

/** Minimum time between two states of a stream: a page could send twenty a second, each to all viewers. */
const PAUSE_MS = 500

export function createCameraStates({
  hub,
  rooms,
  log,
}: {
  hub: Hub
  rooms: Rooms
  log: Logger
}): CameraStates {
  return new Throttle<boolean>({
    intervalMs: PAUSE_MS,
    async read(streamId) {
      const room = rooms.find(streamId)
      return room && !room.isCameraOff
    },
    publish: (streamId, isOn) =>
      hub.publish(streamTopic(streamId), { type: 'camera_changed', streamId, data: { isOn } }),
    log,
  })
}
