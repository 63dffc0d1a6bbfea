import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Rooms, Viewer } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

/** Removes a viewer from a stream and closes the viewer's peer. */
export function leaveStream(
  { engine, rooms, counts }: { engine: MediaEngine; rooms: Rooms; counts: ViewerCounts },
  viewer: Viewer,
): void {
  if (viewer.peerId) engine.closePeer(viewer.peerId)
  rooms.leave(viewer)
  counts.update(viewer.room.streamId)
}
