import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import { endAfterGrace } from '#server/features/live/streams/end-stream.ts'
import { setGrace } from '#server/features/live/streams/owner-queries.ts'
import { Bans } from './bans.ts'
import { Broadcasts } from './broadcasts.ts'
import { type CameraStatePublisher, createCameraStatePublisher } from './camera-states.ts'
import { Rooms } from './room.ts'
import { ViewerCounts } from './viewer-counts.ts'

/** The live state of streams in this process, shared by the socket, WHIP and WHEP handlers. */
export type LiveState = {
  rooms: Rooms
  broadcasts: Broadcasts
  counts: ViewerCounts
  cameras: CameraStatePublisher
  bans: Bans
}

export const liveStateService = defineService('live state', createLiveState)

function createLiveState(context: Context): LiveState {
  const { config, db, engine, hub, log, nodeId, publish } = context
  const rooms = new Rooms()
  const counts = new ViewerCounts({ db, hub, rooms, log, nodeId })
  const broadcasts = new Broadcasts({
    engine,
    publish: (event) => publish(db, event),
    rooms,
    counts,
    log,
    graceMs: config.live.graceMs,
    onGraceChanged: (streamId, graceMs) => setGrace(db, streamId, nodeId, graceMs),
    onGraceExpired: (streamId) => endAfterGrace(context, streamId),
  })
  const cameras = createCameraStatePublisher({ db, publish, rooms, log })
  return { rooms, broadcasts, counts, cameras, bans: new Bans() }
}
