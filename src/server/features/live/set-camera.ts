import { streamTopic } from '#server/features/streams/topics.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Rooms } from './room.ts'

/** Tells viewers whether the broadcaster's camera is on. Only the socket that broadcasts may set it; others are ignored. */
export function setCamera(
  { rooms, hub }: { rooms: Rooms; hub: Hub },
  connection: Connection,
  { streamId, isOn }: { streamId: string; isOn: boolean },
): void {
  const room = rooms.find(streamId)
  if (!room || room.publisher?.connection !== connection || room.isCameraOff === !isOn) return
  room.isCameraOff = !isOn
  hub.publish(streamTopic(streamId), { type: 'camera_changed', streamId, data: { isOn } })
}
