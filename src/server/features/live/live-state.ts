import type { Context } from '#server/feature.ts'
import { endStream } from '#server/features/streams/end-stream.ts'
import { Bans } from './bans.ts'
import { Broadcasts } from './broadcasts.ts'
import { Rooms } from './room.ts'
import { ViewerCounts } from './viewer-counts.ts'

/** The live state of streams in this process, shared by the socket, WHIP and WHEP handlers. */
export type LiveState = { rooms: Rooms; broadcasts: Broadcasts; counts: ViewerCounts; bans: Bans }

export function createLiveState({ config, db, engine, hub, log }: Context): LiveState {
  const rooms = new Rooms()
  const counts = new ViewerCounts({ db, hub, rooms, log })
  const broadcasts = new Broadcasts({
    engine,
    hub,
    rooms,
    counts,
    log,
    graceMs: config.live.graceMs,
    onGraceExpired: (streamId) => endStream({ db, hub }, streamId, 'grace'),
  })
  return { rooms, broadcasts, counts, bans: new Bans() }
}
