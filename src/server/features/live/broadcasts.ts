import type { Logger } from 'pino'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { streamTopic } from '#server/features/streams/topics.ts'
import type { Hub } from '#server/realtime/hub.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { leaveStream } from './leave-stream.ts'
import type { OutsidePeer, Publisher, Room, Rooms, Source, Viewer } from './room.ts'
import type { ViewerCounts } from './viewer-counts.ts'

type Parts = {
  engine: MediaEngine
  hub: Hub
  rooms: Rooms
  counts: ViewerCounts
  log: Logger
  graceMs: number
  /** Ends a stream whose broadcaster did not come back. */
  onGraceOver: (streamId: string) => Promise<void>
}

/** Whose offer it is. */
export type Sender =
  | { memberId: string; connection: Connection; encoder: null }
  | { memberId: string; connection: null; encoder: OutsidePeer }

/**
 * Keeps rooms, the engine and the grace in step: viewers get an offer when the stream is live and media arrives,
 * and a live stream without media ends when its grace is over.
 */
export class Broadcasts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The stream went live, or was live when this server started. */
  started(streamId: string): void {
    const room = this.#parts.rooms.open(streamId)
    room.isLive = true
    room.isInterrupted = false
    this.#parts.counts.started(streamId)
    if (!room.publisher?.hasMedia) return this.#beginGrace(room)
    this.#endGrace(room)
    this.#offerToAll(room)
  }

  ended(streamId: string): void {
    const { rooms, engine } = this.#parts
    const room = rooms.find(streamId)
    if (!room) return
    room.isLive = false
    room.isInterrupted = false
    this.#endGrace(room)
    room.source = null
    room.lost = null
    for (const viewer of room.viewers.values()) this.#peerLost(viewer)
    engine.endStream(streamId)
    rooms.setPublisher(room, null)
  }

  /**
   * A broadcaster's offer was taken by the engine as `peerId`; answers the connection it takes over from. Before the
   * stream is live it may wait for as long as the grace.
   */
  published(streamId: string, peerId: string, sender: Sender): Connection | null {
    const { rooms, hub } = this.#parts
    const room = rooms.open(streamId)
    const previous = room.publisher?.connection
    const { memberId, connection } = sender
    const isHere = connection?.isOpen ?? false
    room.lost = null
    rooms.setPublisher(room, {
      room,
      memberId,
      sessionId: connection?.identity.sessionId ?? null,
      peerId,
      connection: isHere ? connection : null,
      encoder: sender.encoder,
      hasMedia: false,
    })
    this.#renewGrace(room)
    const source: Source = sender.encoder ? 'encoder' : 'page'
    if (source !== room.source)
      hub.publish(streamTopic(streamId), { type: 'broadcast_source', streamId, data: { source } })
    room.source = source
    return previous && previous !== connection ? previous : null
  }

  /** Ends what this publisher sends; the broadcast has the grace to come back. */
  cut({ peerId }: Publisher): void {
    this.#parts.engine.closePeer(peerId)
    this.peerClosed(peerId)
  }

  mediaArrived(streamId: string, peerId: string): void {
    const room = this.#parts.rooms.find(streamId)
    if (room?.publisher?.peerId !== peerId) return
    room.publisher.hasMedia = true
    if (!room.isLive) return
    this.#endGrace(room)
    if (room.isInterrupted) this.#announce(room, 'broadcast_resumed')
    room.isInterrupted = false
    this.#offerToAll(room)
  }

  /** The engine lost a peer: a broadcaster has the grace to come back, a viewer asks again by itself. */
  peerClosed(peerId: string): void {
    const { rooms } = this.#parts
    const viewer = rooms.findViewer(peerId)
    if (viewer) return this.#peerLost(viewer)
    const publisher = rooms.findPublisher(peerId)
    if (!publisher) return
    this.#publisherLost(publisher)
    if (publisher.room.isLive) this.#interrupt(publisher.room)
  }

  /** Of the streams that this concerns. */
  engineDown(concerns: (streamId: string) => boolean): void {
    for (const room of this.#parts.rooms.all()) {
      if (!concerns(room.streamId)) continue
      for (const viewer of room.viewers.values()) this.#peerLost(viewer)
      if (room.publisher) room.publisher.hasMedia = false
      // Nobody can ask an encoder for a new offer: it misses the engine by itself.
      if (room.publisher?.encoder) this.#publisherLost(room.publisher)
      if (room.isLive) this.#interrupt(room)
    }
  }

  /** Asks every broadcaster that is still here for a new offer. */
  engineUp(concerns: (streamId: string) => boolean): void {
    for (const { streamId, publisher } of this.#parts.rooms.all()) {
      if (concerns(streamId)) publisher?.connection?.send({ type: 'webrtc_restart', streamId })
    }
  }

  /** The viewer's peer must be made anew: it joined, asked again, or the broadcaster came back with other tracks. */
  offer(viewer: Viewer): void {
    const { engine, rooms, log } = this.#parts
    const { room, connection } = viewer
    // An outside player offers by itself.
    if (!connection) return this.#peerLost(viewer)
    if (viewer.peerId) engine.closePeer(viewer.peerId)
    // Without a peer it is offered one as soon as media arrives.
    if (!room.isLive || !room.publisher?.hasMedia) return rooms.setPeer(viewer, null)
    const peerId = crypto.randomUUID()
    rooms.setPeer(viewer, peerId)
    const { quality } = viewer
    engine.watch(room.streamId, peerId, quality).then(
      (sdp) => {
        if (viewer.peerId !== peerId) return engine.closePeer(peerId)
        // Chosen while the engine still made the peer, which it may not have known by then.
        if (viewer.quality !== quality) engine.setQuality(peerId, viewer.quality)
        const offer = { type: 'offer', sdp } as const
        connection.send({ type: 'webrtc_offer', streamId: room.streamId, data: offer, offer, peerId })
      },
      (error: unknown) => {
        // The stream ended or the engine died meanwhile; either says so to the viewer by itself.
        if (viewer.peerId === peerId) rooms.setPeer(viewer, null)
        log.info({ err: error, streamId: room.streamId }, 'no offer for a viewer')
      },
    )
  }

  /** A socket has closed; media may go on without it until the engine misses it. */
  disconnected(connection: Connection): void {
    for (const { publisher } of this.#parts.rooms.all()) {
      if (publisher?.connection === connection) publisher.connection = null
    }
  }

  close(): void {
    for (const room of this.#parts.rooms.all()) this.#endGrace(room)
  }

  /** A page asks for another peer or is offered one; an outside player is gone with its peer. */
  #peerLost(viewer: Viewer): void {
    if (viewer.connection) this.#parts.rooms.setPeer(viewer, null)
    else leaveStream(this.#parts, viewer)
  }

  #publisherLost(publisher: Publisher): void {
    const { room } = publisher
    room.lost = publisher
    this.#parts.rooms.setPublisher(room, null)
  }

  #offerToAll(room: Room): void {
    for (const viewer of room.viewers.values()) if (!viewer.peerId) this.offer(viewer)
  }

  #interrupt(room: Room): void {
    if (!room.isInterrupted) this.#announce(room, 'broadcast_interrupted')
    room.isInterrupted = true
    this.#beginGrace(room)
  }

  #beginGrace(room: Room): void {
    if (room.grace) return
    room.grace = setTimeout(() => {
      room.grace = null
      this.#graceOver(room)
    }, this.#parts.graceMs)
  }

  /** Whoever is back late has as long to bring media; only once, as an offer alone keeps no stream alive. */
  #renewGrace(room: Room): void {
    if (room.grace && !room.isGraceRenewed) {
      clearTimeout(room.grace)
      room.grace = null
      room.isGraceRenewed = true
    }
    this.#beginGrace(room)
  }

  #graceOver(room: Room): void {
    const { streamId } = room
    if (!room.isLive) return this.ended(streamId)
    this.#parts.onGraceOver(streamId).catch((error: unknown) => {
      this.#parts.log.error({ err: error, streamId }, 'a stream could not be ended, trying again')
      this.#beginGrace(room)
    })
  }

  #endGrace(room: Room): void {
    room.isGraceRenewed = false
    if (room.grace) clearTimeout(room.grace)
    room.grace = null
  }

  #announce(room: Room, type: 'broadcast_interrupted' | 'broadcast_resumed'): void {
    this.#parts.hub.publish(streamTopic(room.streamId), { type, streamId: room.streamId })
  }
}
