import type { Context } from '#server/feature.ts'
import { endStream } from '#server/features/streams/end-stream.ts'
import { Bans } from './bans.ts'
import { Broadcasts } from './broadcasts.ts'
import { Rooms } from './room.ts'
import { ViewerCounts } from './viewer-counts.ts'

/** What this process knows of the streams beyond their records, for all doors to them: pages, encoders, players. */
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
    onGraceOver: (streamId) => endStream({ db, hub }, streamId, 'grace'),
  })
  return { rooms, broadcasts, counts, bans: new Bans() }
}
