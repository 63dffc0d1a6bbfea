import type { Logger } from 'pino'
import { EngineError, type MediaEngine } from '#server/live-engine/media-engine.ts'
import { streamTopic } from '#server/features/live/streams/topics.ts'
import { toPages } from '#server/realtime/page-message.ts'
import type { PageEvent } from '#server/realtime/page-update.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { leaveStream } from './leave-stream.ts'
import type { OutsidePeer, Publisher, Room, Rooms, Source, Viewer } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'
import { ViewerOffers } from './viewer-offers.ts'

type Dependencies = {
  engine: MediaEngine
  publish(event: PageEvent): void
  rooms: Rooms
  counts: ViewerCounts
  log: Logger
  graceMs: number
  /** Stores how long a live stream stays live without media; null while media arrives. */
  onGraceChanged: (streamId: string, graceMs: number | null) => Promise<void>
  /** Ends a stream whose broadcaster did not come back; resolves with false if this node does not own it any more. */
  onGraceExpired: (streamId: string) => Promise<boolean>
}

/** The source of a publisher's offer: a page's socket or an encoder. */
export type Sender =
  | { userId: string; connection: Connection; encoder: null }
  | { userId: string; connection: null; encoder: OutsidePeer }

/** `startedAt` is null for a broadcast that this node has taken over. */
type Start = { startedAt?: string | null; graceMs?: number }

/**
 * Reconciles rooms, engine peers and grace timers: viewers get an offer when the stream is live and media arrives, and
 * a live stream without media ends when its grace period is over.
 */
export class Broadcasts {
  readonly #dependencies: Dependencies
  readonly #offers: ViewerOffers

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#offers = new ViewerOffers(dependencies)
  }

  /** Called when a stream went live, and with the rest of its grace period when this node has taken it over. */
  onStarted(streamId: string, { startedAt = null, graceMs = this.#dependencies.graceMs }: Start = {}): void {
    const room = this.#dependencies.rooms.getOrCreate(streamId)
    room.isLive = true
    room.startedAt = startedAt
    room.isInterrupted = false
    this.#dependencies.counts.onStarted(streamId)
    if (!room.publisher?.hasMedia) return this.#startGrace(room, graceMs)
    this.#stopGrace(room)
    this.#offerToAll(room)
  }

  onEnded(streamId: string): void {
    const { rooms, engine } = this.#dependencies
    const room = rooms.find(streamId)
    if (!room) return
    room.isLive = false
    room.isInterrupted = false
    this.#stopGrace(room)
    room.source = null
    room.isCameraOff = false
    room.lostPublisher = null
    for (const viewer of room.viewers.values()) this.#onPeerLost(viewer)
    engine.endStream(streamId)
    rooms.setPublisher(room, null)
  }

  /**
   * Called when the engine has accepted a broadcaster's offer as `peerId`. Returns the connection that it replaces. A
   * publisher of a stream that is not live yet may stay for the grace period.
   */
  onPublished(streamId: string, peerId: string, sender: Sender): Connection | null {
    const { rooms, publish } = this.#dependencies
    const room = rooms.getOrCreate(streamId)
    const previous = room.publisher?.connection
    const { userId, connection } = sender
    const isConnected = connection?.isOpen ?? false
    room.lostPublisher = null
    rooms.setPublisher(room, {
      room,
      userId,
      sessionId: connection?.identity.sessionId ?? null,
      peerId,
      connection: isConnected ? connection : null,
      encoder: sender.encoder,
      hasMedia: false,
    })
    this.#renewGrace(room)
    const source: Source = sender.encoder ? 'encoder' : 'page'
    if (source !== room.source)
      publish(toPages(streamTopic(streamId), { type: 'broadcast_source', streamId, data: { source } }))
    room.source = source
    // A page reports its camera after the answer. For an encoder, viewers infer it from the source.
    if (source === 'encoder') room.isCameraOff = false
    return previous && previous !== connection ? previous : null
  }

  /** Closes a publisher's peer. The broadcaster may reconnect within the grace period. */
  closePublisher({ peerId }: Publisher): void {
    this.#dependencies.engine.closePeer(peerId)
    this.onPeerClosed(peerId)
  }

  publisherOf(streamId: string): Publisher | null {
    return this.#dependencies.rooms.find(streamId)?.publisher ?? null
  }

  /**
   * Called when an offer has failed, with the publisher before the offer. After a timeout the engine may still accept the offer
   * and close the previous publisher, so the previous publisher is closed here. A publisher that was accepted meanwhile stays.
   */
  onPublishFailed(previous: Publisher | null, error: unknown): void {
    const isPublisher = previous && previous.room.publisher === previous
    if (isPublisher && error instanceof EngineError && error.code === 'timeout') this.closePublisher(previous)
  }

  onMediaArrived(streamId: string, peerId: string): void {
    const room = this.#dependencies.rooms.find(streamId)
    if (room?.publisher?.peerId !== peerId) return
    room.publisher.hasMedia = true
    if (!room.isLive) return
    this.#stopGrace(room)
    if (room.isInterrupted) this.#publishState(room, 'broadcast_resumed')
    room.isInterrupted = false
    this.#offerToAll(room)
  }

  /**
   * Called when a peer's connection has ended. A publisher has the grace period to reconnect; a viewer's page rejoins.
   */
  onPeerClosed(peerId: string): void {
    const { rooms } = this.#dependencies
    const viewer = rooms.findViewer(peerId)
    if (viewer) return this.#onPeerLost(viewer)
    const publisher = rooms.findPublisher(peerId)
    if (!publisher) return
    this.#onPublisherLost(publisher)
    if (publisher.room.isLive) this.#interrupt(publisher.room)
  }

  /** Drops the peers of the affected streams. */
  onEngineDown(affects: (streamId: string) => boolean): void {
    for (const room of this.#dependencies.rooms.all()) {
      if (!affects(room.streamId)) continue
      for (const viewer of room.viewers.values()) this.#onPeerLost(viewer)
      if (room.publisher) room.publisher.hasMedia = false
      // WHIP has no message that requests a new offer: the encoder detects the loss and reconnects.
      if (room.publisher?.encoder) this.#onPublisherLost(room.publisher)
      if (room.isLive) this.#interrupt(room)
    }
  }

  /** Requests a new offer from each connected broadcaster of the affected streams. */
  onEngineUp(affects: (streamId: string) => boolean): void {
    for (const { streamId, publisher } of this.#dependencies.rooms.all()) {
      if (affects(streamId)) publisher?.connection?.send({ type: 'webrtc_restart', streamId })
    }
  }

  /**
   * Replaces the viewer's peer once the engine has capacity. Called after a repeated join, and after a join without media.
   */
  offer(viewer: Viewer): void {
    this.#offers.request(viewer)
  }

  /** As `offer`, for a new viewer whom the engine has already admitted. */
  offerAdmitted(viewer: Viewer): void {
    this.#offers.send(viewer)
  }

  /** Called when the engine has closed a viewer's peer because the tracks of the publisher have changed. */
  onReoffer(peerId: string): void {
    const viewer = this.#dependencies.rooms.findViewer(peerId)
    if (!viewer) return
    // An outside player leaves, and makes its next offer itself.
    this.#onPeerLost(viewer)
    if (viewer.connection) this.offer(viewer)
  }

  /** Called when the engine may have capacity for viewers who wait for an offer. */
  onCapacity(affects: (streamId: string) => boolean): void {
    this.#offers.resume(affects)
  }

  /** Called when a socket has closed. Its media continues until the engine reports the end of the peer. */
  onDisconnected(connection: Connection): void {
    for (const { publisher } of this.#dependencies.rooms.all()) {
      if (publisher?.connection === connection) publisher.connection = null
    }
  }

  close(): void {
    for (const { graceTimer } of this.#dependencies.rooms.all()) if (graceTimer) clearTimeout(graceTimer)
  }

  /** A page stays joined and gets another peer later; an outside player leaves with its peer. */
  #onPeerLost(viewer: Viewer): void {
    if (viewer.connection) this.#dependencies.rooms.setPeer(viewer, null)
    else leaveStream(this.#dependencies, viewer)
  }

  #onPublisherLost(publisher: Publisher): void {
    const { room } = publisher
    room.lostPublisher = publisher
    this.#dependencies.rooms.setPublisher(room, null)
  }

  #offerToAll(room: Room): void {
    for (const viewer of room.viewers.values()) if (!viewer.peerId) this.offer(viewer)
  }

  #interrupt(room: Room): void {
    if (!room.isInterrupted) this.#publishState(room, 'broadcast_interrupted')
    room.isInterrupted = true
    this.#startGrace(room)
  }

  #startGrace(room: Room, graceMs = this.#dependencies.graceMs): void {
    if (room.graceTimer) return
    this.#storeGrace(room, graceMs)
    room.graceTimer = setTimeout(() => {
      room.graceTimer = null
      this.#onGraceExpired(room)
    }, graceMs)
  }

  /** Restarts the grace period after a late offer, once: repeated offers without media must not keep a stream live. */
  #renewGrace(room: Room): void {
    if (room.graceTimer && !room.isGraceRenewed) {
      clearTimeout(room.graceTimer)
      room.graceTimer = null
      room.isGraceRenewed = true
    }
    this.#startGrace(room)
  }

  #onGraceExpired(room: Room): void {
    const { streamId } = room
    if (!room.isLive) return this.onEnded(streamId)
    this.#dependencies.onGraceExpired(streamId).then(
      (hasEnded) => !hasEnded && this.onEnded(streamId),
      (error: unknown) => {
        this.#dependencies.log.error({ err: error, streamId }, 'a stream could not be ended, trying again')
        this.#startGrace(room)
      },
    )
  }

  #stopGrace(room: Room): void {
    room.isGraceRenewed = false
    if (!room.graceTimer) return
    clearTimeout(room.graceTimer)
    room.graceTimer = null
    this.#storeGrace(room, null)
  }

  /** Only a node that takes the broadcast over reads the stored time, so that errors are only logged. */
  #storeGrace({ isLive, streamId }: Room, graceMs: number | null): void {
    if (!isLive) return
    const { log, onGraceChanged } = this.#dependencies
    serializeBy(streamId, 'grace', () => onGraceChanged(streamId, graceMs)).catch((error: unknown) =>
      log.warn({ err: error, streamId }, 'a grace period was not stored'),
    )
  }

  #publishState(room: Room, type: 'broadcast_interrupted' | 'broadcast_resumed'): void {
    const { streamId } = room
    this.#dependencies.publish(toPages(streamTopic(streamId), { type, streamId }))
  }
}
