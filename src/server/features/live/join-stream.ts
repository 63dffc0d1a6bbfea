import type { Db } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { countBroadcastViews } from '#server/features/streams/queries.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { streamTopic } from '#server/realtime/hub.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Rooms } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

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
 * counts nothing and asks for a new offer. Throws 404 for a stream that is hidden, 429 for too many joins.
 */
export async function joinStream(parts: Parts, connection: Connection, streamId: string): Promise<void> {
  const { stream } = await getVisibleStream(parts.db, streamId, connection.user)
  const isJoined = parts.rooms.find(streamId)?.viewers.has(connection.id)
  if (!isJoined) await takeJoin(parts.limits, connection, stream.id)
  if (!connection.isOpen) return
  const room = parts.rooms.open(stream.id)
  const viewer = room.viewers.get(connection.id) ?? { connection, peerId: null }
  room.viewers.set(connection.id, viewer)
  connection.subscribe(streamTopic(stream.id))
  connection.send({
    type: 'stream_joined',
    streamId: stream.id,
    data: { isLive: stream.isLive, viewerCount: room.viewers.size },
  })
  parts.broadcasts.offer(room, viewer)
  if (isJoined) return
  parts.counts.changed(stream.id)
  if (stream.isLive) await countBroadcastViews(parts.db, stream.id, [connection.actor])
}

/** Takes a socket out of a stream again; does nothing when it had not joined. */
export function leaveStream(parts: Parts, connection: Connection, streamId: string): void {
  const room = parts.rooms.find(streamId)
  const viewer = room?.viewers.get(connection.id)
  if (!room || !viewer) return
  room.viewers.delete(connection.id)
  if (viewer.peerId) parts.engine.closePeer(viewer.peerId)
  parts.rooms.forgetIfEmpty(room)
  parts.counts.changed(streamId)
}

/** A reload or a network change is free; who jumps from stream to stream is slowed down. */
async function takeJoin(limits: RateLimits, connection: Connection, streamId: string): Promise<void> {
  const pair = `${connection.actor} ${streamId}`
  if (await limits.has('rejoinFree', pair)) return
  if (connection.isKnown) await limits.take('joins', connection.actor)
  await limits.take('joinsOfAddress', connection.identity.address)
  await limits.take('rejoinFree', pair)
}
