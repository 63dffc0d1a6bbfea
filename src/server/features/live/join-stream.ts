import type { Db } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { countBroadcastViews } from '#server/features/streams/broadcast-queries.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Quality } from '#shared/live.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Bans } from './bans.ts'
import { broadcastViewer } from './broadcast-viewer.ts'
import type { Broadcasts } from './broadcasts.ts'
import type { Rooms } from './room.ts'
import { handleJoin, handleViewerOffer } from './handle-join.ts'
import type { ViewerCounts } from './viewer-counts.ts'

type Parts = {
  db: Db
  engine: MediaEngine
  limits: RateLimits
  rooms: Rooms
  broadcasts: Broadcasts
  counts: ViewerCounts
  bans: Bans
}

type Wish = { streamId: string; quality?: Quality | undefined; isPreview?: boolean | undefined }

/**
 * Joins a socket to a stream: counts it once, and offers it video as soon as there is some. Joining again
 * counts nothing and asks for a new offer; without a quality it keeps the one that it has. The owner's preview counts
 * nothing either. Throws 404 for a stream that is hidden, 403 `banned`, 429 for too many joins, new or repeated.
 */
export async function joinStream(
  parts: Parts,
  connection: Connection,
  { streamId, quality, isPreview = false }: Wish,
): Promise<void> {
  const { db, limits, rooms, broadcasts, counts, bans } = parts
  const { stream } = await getVisibleStream(db, streamId, connection.user)
  await handleViewerOffer(limits, connection.identity)
  const joined = rooms.find(stream.id)?.viewers.get(connection.id)
  if (!joined) await handleJoin(limits, connection.identity, stream.id)
  await bans.check(db, stream.id, connection.user)
  if (!connection.isOpen) return
  const isOwn = stream.streamerId === connection.user?.id
  const as = { isOwner: isOwn, isPreview: isPreview && isOwn }
  const viewer = joined ?? rooms.join(stream.id, connection, as)
  viewer.quality = quality ?? viewer.quality
  connection.subscribe(streamTopic(stream.id), 'joined')
  connection.send({
    type: 'stream_joined',
    streamId: stream.id,
    data: {
      isLive: viewer.room.isLive,
      ...counts.told(stream.id),
      startedAt: stream.startedAt?.toISOString() ?? null,
      isInterrupted: viewer.room.isInterrupted,
      hasMedia: viewer.room.publisher?.hasMedia ?? false,
    },
  })
  broadcasts.offer(viewer)
  if (joined) return
  counts.changed(stream.id)
  if (viewer.room.isLive) await countBroadcastViews(db, stream.id, [broadcastViewer(connection.identity)])
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
