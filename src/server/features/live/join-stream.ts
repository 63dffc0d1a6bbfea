import type { Db } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { countBroadcastViews } from '#server/features/streams/queries.ts'
import { type RateLimits, rateOf } from '#server/http/rate-limits.ts'
import type { MediaEngine, Quality } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Rooms } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

const JOINS = rateOf('joins')
const JOINS_OF_ADDRESS = rateOf('joinsOfAddress')
const REJOIN_FREE = rateOf('rejoinFree')

type Parts = {
  db: Db
  engine: MediaEngine
  limits: RateLimits
  rooms: Rooms
  broadcasts: Broadcasts
  counts: ViewerCounts
}

/**
 * Joins a socket to a stream: counts it once, and offers it video as soon as there is some. Joining again
 * counts nothing and asks for a new offer; without a quality it keeps the one that it has. Throws 404 for a stream
 * that is hidden, 429 for too many joins.
 */
export async function joinStream(
  parts: Parts,
  connection: Connection,
  { streamId, quality }: { streamId: string; quality?: Quality | undefined },
): Promise<void> {
  const { db, limits, rooms, broadcasts, counts } = parts
  const { stream } = await getVisibleStream(db, streamId, connection.user)
  const joined = rooms.find(streamId)?.viewers.get(connection.id)
  if (!joined) await takeJoin(limits, connection, stream.id)
  if (!connection.isOpen) return
  const viewer = joined ?? rooms.join(stream.id, connection)
  viewer.quality = quality ?? viewer.quality
  connection.subscribe(streamTopic(stream.id))
  connection.send({
    type: 'stream_joined',
    streamId: stream.id,
    data: {
      isLive: viewer.room.isLive,
      viewerCount: viewer.room.viewers.size,
      startedAt: stream.startedAt?.toISOString() ?? null,
      isInterrupted: viewer.room.isInterrupted,
    },
  })
  broadcasts.offer(viewer)
  if (joined) return
  counts.changed(stream.id)
  if (viewer.room.isLive) await countBroadcastViews(db, stream.id, [connection.actor])
}

/** What a viewer gets from now on; one who has not joined says it when it joins. */
export function setQuality(
  { engine, rooms }: Pick<Parts, 'engine' | 'rooms'>,
  connection: Connection,
  { streamId, quality }: { streamId: string; quality: Quality },
): void {
  const viewer = rooms.find(streamId)?.viewers.get(connection.id)
  if (!viewer) return
  viewer.quality = quality
  if (viewer.peerId) engine.setQuality(viewer.peerId, quality)
}

/** A reload or a network change is free; who jumps from stream to stream is slowed down. */
async function takeJoin(limits: RateLimits, connection: Connection, streamId: string): Promise<void> {
  const pair = `${connection.actor} ${streamId}`
  if (await limits.has(REJOIN_FREE, pair)) return
  if (connection.isKnown) await limits.take(JOINS, connection.actor)
  await limits.take(JOINS_OF_ADDRESS, connection.identity.address)
  await limits.take(REJOIN_FREE, pair)
}
