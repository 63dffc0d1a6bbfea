import type { Db } from '#server/db/executor.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { countBroadcastViews } from '#server/features/live/streams/broadcast-queries.ts'
import type { Settings } from '#server/settings/settings.ts'
import type { RateLimits } from '#server/http/rates/rate-limits.ts'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'
import type { Quality } from '#shared/live/live.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { admitViewer, checkViewerLimit } from './admit-viewer.ts'
import type { Bans } from './bans.ts'
import { toBroadcastViewer } from './broadcast-viewer.ts'
import type { Broadcasts } from './broadcasts.ts'
import { hasMedia, type Rooms, type Viewer } from './room.ts'
import { consumeJoin, consumeViewerOffer } from './join-limits.ts'
import type { ViewerCounts } from './viewer-counts.ts'

type Dependencies = {
  db: Db
  engine: MediaEngine
  limits: RateLimits
  rooms: Rooms
  broadcasts: Broadcasts
  counts: ViewerCounts
  bans: Bans
  settings: Settings
}

type JoinRequest = { streamId: string; quality?: Quality | undefined; isPreview?: boolean | undefined }

/**
 * Joins a socket to a stream, counts it as a viewer and sends an offer as soon as media arrives. A repeated join is not
 * counted; it requests a new offer and keeps the viewer's quality if none is given. A preview is not counted; it gets the low layer,
 * except in the owner's studio.
 * Throws 404 for a hidden stream, 403 `banned`, 429 after too many joins, 503 `stream_full` for a new viewer while the
 * engine is busy, or the stream has as many viewers as it may have.
 */
export async function joinStream(
  dependencies: Dependencies,
  connection: Connection,
  { streamId, quality, isPreview = false }: JoinRequest,
): Promise<void> {
  const { db, engine, limits, rooms, broadcasts, counts, bans } = dependencies
  // First, so that a search for hidden streams is limited.
  await consumeViewerOffer(limits, connection.identity)
  const { stream } = await getVisibleStream(db, streamId, connection.user)
  const joined = rooms.find(stream.id)?.viewers.get(connection.id)
  if (!joined) await consumeJoin(limits, connection.identity, stream.id)
  const isOwn = stream.streamerId === connection.user?.id
  if (!joined && !isOwn) checkViewerLimit(dependencies, stream.id)
  const isNewViewer = !joined && hasMedia(rooms.find(stream.id))
  // The stream may have become private while the viewer waited.
  if (isNewViewer && (await admitViewer(engine, stream.id)))
    await getVisibleStream(db, streamId, connection.user)
  await bans.check(db, stream.id, connection.user)
  if (!connection.isOpen) return
  const viewer = joined ?? rooms.join(stream.id, connection, { isOwner: isOwn, isPreview })
  viewer.quality = isPreviewOfCard(viewer) ? 'low' : (quality ?? viewer.quality)
  connection.subscribe(streamTopic(stream.id), 'joined')
  connection.send({
    type: 'stream_joined',
    streamId: stream.id,
    data: {
      isLive: viewer.room.isLive,
      ...counts.countsOf(stream.id),
      startedAt: stream.startedAt?.toISOString() ?? null,
      isInterrupted: viewer.room.isInterrupted,
      hasMedia: viewer.room.publisher?.hasMedia ?? false,
      ...(viewer.room.isCameraOff && { isCameraOff: true }),
    },
  })
  if (isNewViewer && hasMedia(viewer.room)) broadcasts.offerAdmitted(viewer)
  else broadcasts.offer(viewer)
  if (joined || isPreview) return
  counts.update(stream.id)
  if (viewer.room.isLive) await countBroadcastViews(db, stream.id, [toBroadcastViewer(connection.identity)])
}

const isPreviewOfCard = ({ isPreview, isOwner }: Viewer) => isPreview && !isOwner

/** Changes a viewer's quality. Has no effect before the join, which sends its own quality, and for the preview of a card. */
export function setQuality(
  { engine, rooms }: Pick<Dependencies, 'engine' | 'rooms'>,
  connection: Connection,
  { streamId, quality }: { streamId: string; quality: Quality },
): void {
  const viewer = rooms.find(streamId)?.viewers.get(connection.id)
  if (!viewer || isPreviewOfCard(viewer)) return
  viewer.quality = quality
  if (viewer.peerId) engine.setQuality(viewer.peerId, quality)
}
