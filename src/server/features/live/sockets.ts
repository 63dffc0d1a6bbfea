import type { Context, Feature } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/streams/access.ts'
import { recordLog } from '#server/features/analytics/queries.ts'
import {
  countBroadcastViews,
  listLiveIds,
  resetViewerCounts,
} from '#server/features/streams/broadcast-queries.ts'
import { findRequesterState } from '#server/features/streams/queries.ts'
import { invalid } from '#server/http/errors.ts'
import { LIVE_TOPIC, STREAMS_TOPIC, streamTopic } from '#server/features/streams/topics.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { broadcastViewer } from './broadcast-viewer.ts'
import { joinStream, setQuality } from './join-stream.ts'
import { leaveStream } from './leave-stream.ts'
import type { LiveState } from './live-state.ts'
import type { Room } from './room.ts'
import { handleAnswer, handleCandidate, handleOffer } from './signalling.ts'

/** Signalling, presence and the live state, all over the socket. */
export const live = (state: LiveState): Feature => ({
  name: 'live',
  async register(_app, context) {
    const { db } = context
    const { broadcasts, counts } = state
    const parts = { ...context, ...state }
    await resetViewerCounts(db)
    for (const streamId of await listLiveIds(db)) broadcasts.started(streamId)
    takeMessages(parts)
    const stop = [followStreams(parts), followEngine(parts)]
    return async () => {
      for (const end of stop) end()
      broadcasts.close()
      await counts.close()
    }
  },
})

type Parts = Context & LiveState

function takeMessages(parts: Parts): void {
  const { db, sockets, bans } = parts
  sockets.on('subscribe', async (connection, { streamId }) => {
    await getVisibleStream(db, streamId, connection.user)
    await bans.check(db, streamId, connection.user)
    connection.subscribe(streamTopic(streamId))
    // Read after: what changes from here on is told.
    const mark = await findRequesterState(db, streamId)
    const room = parts.rooms.find(streamId)
    connection.send({
      type: 'subscribed',
      streamId,
      ...(mark && { mark: { likesCount: mark.likesCount, updatedAt: mark.updatedAt.toISOString() } }),
      ...parts.counts.told(streamId),
      source: room?.source ?? null,
      isElsewhere: isElsewhere(room, connection),
    })
  })
  sockets.on('subscribe_live', (connection) => connection.subscribe(LIVE_TOPIC))
  sockets.on('unsubscribe', (connection, { streamId }) =>
    connection.unsubscribe(streamTopic(streamId), 'asked'),
  )
  sockets.on('join_stream', (connection, message) => joinStream(parts, connection, message))
  sockets.on('set_quality', (connection, message) => setQuality(parts, connection, message))
  sockets.on('leave_stream', (connection, { streamId }) => {
    const viewer = parts.rooms.find(streamId)?.viewers.get(connection.id)
    if (viewer) leaveStream(parts, viewer)
    connection.unsubscribe(streamTopic(streamId), 'joined')
  })
  sockets.on('webrtc_offer', (connection, { streamId, data, offer }) =>
    handleOffer(parts, connection, streamId, required(data ?? offer).sdp),
  )
  sockets.on('webrtc_answer', (connection, { streamId, data, answer, peerId }) =>
    handleAnswer(parts, connection, { streamId, sdp: required(data ?? answer).sdp, peerId }),
  )
  sockets.on('webrtc_ice_candidate', (connection, { streamId, data, candidate, peerId }) =>
    handleCandidate(parts, connection, { streamId, candidate: data ?? candidate, peerId }),
  )
  sockets.onClose((connection) => {
    for (const viewer of parts.rooms.joinedBy(connection)) leaveStream(parts, viewer)
    parts.broadcasts.disconnected(connection)
  })
}

/** Starts, ends, changes, deletions and bans come from whichever verb caused them: a page, the grace, an encoder. */
function followStreams(parts: Parts): () => void {
  const { hub, broadcasts, rooms, db, log, bans } = parts
  return hub.subscribe(STREAMS_TOPIC, (message) => {
    if (message.type === 'member_banned') bans.enforce(parts, message)
    if (message.type === 'stream_updated' && !message.data.settings.isPublic)
      bans.removeAnonymousViewers(parts, message.streamId)
    if (message.type === 'stream_ended') broadcasts.ended(message.streamId)
    if (message.type === 'stream_deleted') closeRoom(parts, message.streamId)
    if (message.type !== 'stream_started') return
    broadcasts.started(message.streamId)
    const viewers = rooms.find(message.streamId)?.viewers.values() ?? []
    const waiting = [...viewers].flatMap(({ connection }) =>
      connection ? broadcastViewer(connection.identity) : [],
    )
    countBroadcastViews(db, message.streamId, waiting).catch((error: unknown) => {
      log.error({ err: error, streamId: message.streamId }, 'views were not counted')
    })
  })
}

/** The stream is gone: ends what is sent to it, and takes everybody off it. */
function closeRoom(parts: Parts, streamId: string): void {
  const { broadcasts, rooms, sockets } = parts
  broadcasts.ended(streamId)
  for (const viewer of rooms.find(streamId)?.viewers.values() ?? []) leaveStream(parts, viewer)
  for (const connection of sockets.onTopic(streamTopic(streamId)))
    connection.unsubscribe(streamTopic(streamId))
}

function followEngine({ engine, broadcasts, rooms, db, log }: Parts): () => void {
  const stop = [
    engine.on('candidate', ({ peerId, candidate, mid }) => {
      const viewer = rooms.findViewer(peerId)
      const payload = { candidate, sdpMid: mid }
      viewer?.connection?.send({
        type: 'webrtc_ice_candidate',
        streamId: viewer.room.streamId,
        data: payload,
        candidate: payload,
        peerId,
      })
    }),
    engine.on('layerChanged', ({ peerId, layer, hasLowLayer }) => {
      const viewer = rooms.findViewer(peerId)
      if (!viewer) return
      const { room, connection, quality } = viewer
      const data = { quality, shown: layer, hasLow: hasLowLayer }
      connection?.send({ type: 'quality', streamId: room.streamId, data })
    }),
    engine.on('publishing', ({ streamId, peerId }) => broadcasts.mediaArrived(streamId, peerId)),
    engine.on('peerClosed', ({ peerId }) => broadcasts.peerClosed(peerId)),
    engine.on('reoffer', ({ peerId }) => {
      const viewer = rooms.findViewer(peerId)
      if (viewer) broadcasts.offer(viewer)
    }),
    engine.on('down', ({ affects }) => {
      broadcasts.engineDown(affects)
      recordLog(db, {
        level: 'error',
        category: 'live',
        message: 'The live engine stopped and is being restarted.',
      }).catch((error: unknown) => log.error({ err: error }, 'a log line was not kept'))
    }),
    engine.on('up', ({ affects }) => broadcasts.engineUp(affects)),
  ]
  return () => {
    for (const end of stop) end()
  }
}

/** Another window of the broadcaster's is sending: to send from here would take over from it. */
function isElsewhere(room: Room | undefined, connection: Connection): boolean {
  const publisher = room?.publisher
  if (!publisher?.connection || publisher.memberId !== connection.user?.id) return false
  return publisher.connection !== connection
}

function required<T>(payload: T | undefined): T {
  if (payload === undefined) throw invalid([{ path: 'data', key: 'fields.required' }])
  return payload
}
