import type { Connection } from '#server/realtime/connection.ts'
import type { LiveState } from './live-state.ts'

/**
 * Publishes whether the broadcaster's camera is on. Ignores messages of other sockets than the broadcaster's.
 */
export function setCamera(
  { rooms, cameras }: Pick<LiveState, 'rooms' | 'cameras'>,
  connection: Connection,
  { streamId, isOn }: { streamId: string; isOn: boolean },
): void {
  const room = rooms.find(streamId)
  if (!room || room.publisher?.connection !== connection || room.isCameraOff === !isOn) return
  room.isCameraOff = !isOn
  cameras.update(streamId, isOn)
}
