import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Rooms, Viewer } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

/** Takes a viewer out of a stream again, and its peer out of the engine. */
export function leaveStream(
  { engine, rooms, counts }: { engine: MediaEngine; rooms: Rooms; counts: ViewerCounts },
  viewer: Viewer,
): void {
  if (viewer.peerId) engine.closePeer(viewer.peerId)
  rooms.leave(viewer)
  counts.changed(viewer.room.streamId)
}
