import { liveStateService } from '#server/features/live/live/live-state.ts'
import type { Context, Mount } from '#server/feature.ts'
import { getVisibleStream } from '#server/features/live/streams/access.ts'
import { recordLog } from '#server/logs/queries.ts'
import { countBroadcastViews } from '#server/features/live/streams/broadcast-queries.ts'
import { findStreamVersion } from '#server/features/live/streams/queries.ts'
import { invalid } from '#server/http/errors.ts'
import { tipsTotalOf } from '#server/features/live/streams/tips-total.ts'
import { LIVE_TOPIC, streamTopic } from '#server/features/live/streams/topics.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { consumeSubscription } from '#server/realtime/consume-subscription.ts'
import { toBroadcastViewer } from './broadcast-viewer.ts'
import { joinStream, setQuality } from './join-stream.ts'
import { leaveStream } from './leave-stream.ts'
import type { LiveState } from './live-state.ts'
import { manageOwnBroadcasts } from './own-broadcasts.ts'
import type { Room } from './room.ts'
import { setCamera } from './set-camera.ts'
import { handleAnswer, handleCandidate, handleOffer } from './signalling.ts'
import {
  streamDeleted,
  streamHidden,
  streamEnded,
  streamStarted,
  streamUpdated,
  userBanned,
} from '#server/features/live/streams/events.ts'
import { settingsReloaded } from '#server/settings/events.ts'

export const mountLive: Mount = async (_app, context) => {
  const state = context.service(liveStateService)
  const { broadcasts, cameras, counts } = state
  const dependencies = { ...context, ...state }
  registerHandlers(dependencies)
  const unsubscribers = [
    await manageOwnBroadcasts(dependencies),
    ...subscribeToStreams(dependencies),
    subscribeToEngine(dependencies),
  ]
  return async () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
    broadcasts.close()
    cameras.close()
    await counts.close()
  }
}

type Dependencies = Context & LiveState

function registerHandlers(dependencies: Dependencies): void {
  const { db, limits, sockets, bans } = dependencies
  sockets.on('subscribe', async (connection, { streamId }) => {
    await consumeSubscription(limits, connection.identity)
    await getVisibleStream(db, streamId, connection.user)
    await bans.check(db, streamId, connection.user)
    connection.subscribe(streamTopic(streamId))
    // Loaded after the subscription, so that no change is missed in between.
    const version = await findStreamVersion(db, streamId)
    const room = dependencies.rooms.find(streamId)
    connection.send({
      type: 'subscribed',
      streamId,
      ...(version && {
        mark: {
          likesCount: version.likesCount,
          tipsTotal: tipsTotalOf(version, dependencies.payments),
          updatedAt: version.updatedAt.toISOString(),
        },
      }),
      ...dependencies.counts.countsOf(streamId),
      ...(version?.isLive && { isRecording: version.recording === 'recording' }),
      source: room?.source ?? null,
      ...(room?.isCameraOff && { isCameraOff: true }),
      isElsewhere: isPublishedElsewhere(room, connection),
    })
  })
  sockets.on('subscribe_live', (connection) => connection.subscribe(LIVE_TOPIC))
  sockets.on('unsubscribe', (connection, { streamId }) =>
    connection.unsubscribe(streamTopic(streamId), 'subscribed'),
  )
  sockets.on('join_stream', (connection, message) => joinStream(dependencies, connection, message))
  sockets.on('set_quality', (connection, message) => setQuality(dependencies, connection, message))
  sockets.on('set_camera', (connection, message) => setCamera(dependencies, connection, message))
  sockets.on('leave_stream', (connection, { streamId }) => {
    const viewer = dependencies.rooms.find(streamId)?.viewers.get(connection.id)
    if (viewer) leaveStream(dependencies, viewer)
    connection.unsubscribe(streamTopic(streamId), 'joined')
  })
  sockets.on('webrtc_offer', (connection, { streamId, data, offer }) =>
    handleOffer(dependencies, connection, streamId, requirePayload(data ?? offer).sdp),
  )
  sockets.on('webrtc_answer', (connection, { streamId, data, answer, peerId }) =>
    handleAnswer(dependencies, connection, { streamId, sdp: requirePayload(data ?? answer).sdp, peerId }),
  )
  sockets.on('webrtc_ice_candidate', (connection, { streamId, data, candidate, peerId }) =>
    handleCandidate(dependencies, connection, { streamId, candidate: data ?? candidate, peerId }),
  )
  sockets.onClose((connection) => {
    for (const viewer of dependencies.rooms.viewersOf(connection)) leaveStream(dependencies, viewer)
    dependencies.broadcasts.onDisconnected(connection)
  })
}

/** Subscribes to starts, ends, changes, deletions and bans of streams, caused by a page, an encoder or the grace timer. */
function subscribeToStreams(dependencies: Dependencies): (() => void)[] {
  const { events, broadcasts, bans } = dependencies
  return [
    events.on(userBanned, (ban) => bans.enforce(dependencies, ban)),
    events.on(streamUpdated, ({ streamId, isPublic }) => {
      if (!isPublic) bans.removeAnonymousViewers(dependencies, streamId)
    }),
    events.on(streamStarted, ({ streamId, startedAt }) => {
      broadcasts.onStarted(streamId, { startedAt })
      countWaitingViewers(dependencies, streamId)
    }),
    events.on(streamEnded, ({ streamId }) => broadcasts.onEnded(streamId)),
    ...[streamDeleted, streamHidden].map((type) =>
      events.on<{ streamId: string }>(type, ({ streamId }) => closeRoom(dependencies, streamId)),
    ),
  ]
}

/** Counts the viewers who have joined before the start as views. */
function countWaitingViewers({ db, log, rooms }: Dependencies, streamId: string): void {
  const viewers = [...(rooms.find(streamId)?.viewers.values() ?? [])]
  const waiting = viewers.flatMap(({ connection, isPreview }) =>
    connection && !isPreview ? toBroadcastViewer(connection.identity) : [],
  )
  countBroadcastViews(db, streamId, waiting).catch((error: unknown) => {
    log.error({ err: error, streamId }, 'views were not counted')
  })
}

/** Called after a stream's deletion: closes its peers and unsubscribes all sockets. */
function closeRoom(dependencies: Dependencies, streamId: string): void {
  const { broadcasts, rooms, sockets } = dependencies
  broadcasts.onEnded(streamId)
  for (const viewer of rooms.find(streamId)?.viewers.values() ?? []) leaveStream(dependencies, viewer)
  for (const connection of sockets.subscribersOf(streamTopic(streamId)))
    connection.unsubscribe(streamTopic(streamId))
}

function subscribeToEngine(dependencies: Dependencies): () => void {
  const { engine, events, settings, broadcasts, rooms, db, log } = dependencies
  const limitBitrate = () => engine.setMaxBitrate(settings.get('streaming.maxBitrateKbps') * 1000)
  limitBitrate()
  const unsubscribers = [
    events.on(settingsReloaded, limitBitrate),
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
    engine.on('publishing', ({ streamId, peerId }) => broadcasts.onMediaArrived(streamId, peerId)),
    engine.on('peerClosed', ({ peerId }) => broadcasts.onPeerClosed(peerId)),
    engine.on('reoffer', ({ peerId }) => broadcasts.onReoffer(peerId)),
    engine.on('capacity', ({ affects }) => broadcasts.onCapacity(affects)),
    engine.on('down', ({ affects }) => {
      broadcasts.onEngineDown(affects)
      recordLog(db, {
        level: 'error',
        category: 'live',
        message: 'The live engine stopped and is being restarted.',
      }).catch((error: unknown) => log.error({ err: error }, 'a log entry was not stored'))
    }),
    engine.on('up', ({ affects }) => broadcasts.onEngineUp(affects)),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** True if another page of the same user publishes: publishing from this connection would replace it. */
function isPublishedElsewhere(room: Room | undefined, connection: Connection): boolean {
  const publisher = room?.publisher
  if (!publisher?.connection || publisher.userId !== connection.user?.id) return false
  return publisher.connection !== connection
}

function requirePayload<T>(payload: T | undefined): T {
  if (payload === undefined) throw invalid([{ path: 'data', key: 'fields.required' }])
  return payload
}
