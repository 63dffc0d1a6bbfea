import type { Logger } from 'pino'
import type { MediaEngine } from '#server/live-engine/media-engine.ts'
import { type Hub, streamTopic } from '#server/realtime/hub.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { type Room, type Rooms, type Viewer } from './room.ts'

type Parts = {
  engine: MediaEngine
  hub: Hub
  rooms: Rooms
  log: Logger
  graceMs: number
  /** Ends a stream whose broadcaster did not come back. */
  onGraceOver: (streamId: string) => Promise<void>
}

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
    if (room.publisher?.hasMedia) this.#offerToAll(room)
    else this.#beginGrace(room)
  }

  ended(streamId: string): void {
    const room = this.#parts.rooms.find(streamId)
    if (!room) return
    room.isLive = false
    room.publisher = null
    this.#endGrace(room)
    for (const viewer of room.viewers.values()) viewer.peerId = null
    this.#parts.engine.endStream(streamId)
    this.#parts.rooms.forgetIfEmpty(room)
  }

  /** A broadcaster's offer was taken by the engine as `peerId`; answers the connection it takes over from. */
  published(streamId: string, connection: Connection, peerId: string): Connection | null {
    const room = this.#parts.rooms.open(streamId)
    const previous = room.publisher?.connection
    room.publisher = { peerId, connection: connection.isOpen ? connection : null, hasMedia: false }
    if (room.isLive) this.#beginGrace(room)
    return previous && previous !== connection ? previous : null
  }

  mediaArrived(streamId: string, peerId: string): void {
    const room = this.#parts.rooms.find(streamId)
    if (room?.publisher?.peerId !== peerId) return
    room.publisher.hasMedia = true
    if (!room.isLive) return
    const wasAway = room.grace !== null
    this.#endGrace(room)
    if (wasAway) this.#announce(room, 'broadcast_resumed')
    this.#offerToAll(room)
  }

  /** The engine lost a peer: a broadcaster has the grace to come back, a viewer asks again by itself. */
  peerClosed(streamId: string, peerId: string): void {
    const room = this.#parts.rooms.find(streamId)
    if (!room) return
    if (room.publisher?.peerId === peerId) this.#lose(room)
    for (const viewer of room.viewers.values()) if (viewer.peerId === peerId) viewer.peerId = null
    this.#parts.rooms.forgetIfEmpty(room)
  }

  engineDown(): void {
    for (const room of this.#parts.rooms.all()) {
      for (const viewer of room.viewers.values()) viewer.peerId = null
      if (room.publisher) room.publisher.hasMedia = false
      if (room.isLive) this.#interrupt(room)
    }
  }

  /** Asks every broadcaster that is still here for a new offer. */
  engineUp(): void {
    for (const { streamId, publisher } of this.#parts.rooms.all()) {
      publisher?.connection?.send({ type: 'webrtc_restart', streamId })
    }
  }

  /** The viewer's peer must be made anew: it joined, asked again, or the broadcaster came back with other tracks. */
  offer(room: Room, viewer: Viewer): void {
    if (!room.isLive || !room.publisher?.hasMedia) return
    if (viewer.peerId) this.#parts.engine.closePeer(viewer.peerId)
    const peerId = crypto.randomUUID()
    viewer.peerId = peerId
    this.#parts.engine.watch(room.streamId, peerId).then(
      (sdp) => {
        if (viewer.peerId !== peerId) return this.#parts.engine.closePeer(peerId)
        const offer = { type: 'offer', sdp } as const
        viewer.connection.send({ type: 'webrtc_offer', streamId: room.streamId, data: offer, offer })
      },
      (error: unknown) => {
        // The stream ended or the engine died meanwhile; either says so to the viewer by itself.
        if (viewer.peerId === peerId) viewer.peerId = null
        this.#parts.log.info({ err: error, streamId: room.streamId }, 'no offer for a viewer')
      },
    )
  }

  close(): void {
    for (const room of this.#parts.rooms.all()) this.#endGrace(room)
  }

  #offerToAll(room: Room): void {
    for (const viewer of room.viewers.values()) if (!viewer.peerId) this.offer(room, viewer)
  }

  #lose(room: Room): void {
    room.publisher = null
    if (room.isLive) this.#interrupt(room)
  }

  #interrupt(room: Room): void {
    if (room.grace) return
    this.#announce(room, 'broadcast_interrupted')
    this.#beginGrace(room)
  }

  #beginGrace(room: Room): void {
    if (room.grace) return
    room.grace = setTimeout(() => {
      room.grace = null
      this.#parts.onGraceOver(room.streamId).catch((error: unknown) => {
        this.#parts.log.error(
          { err: error, streamId: room.streamId },
          'a stream could not be ended, trying again',
        )
        this.#beginGrace(room)
      })
    }, this.#parts.graceMs)
  }

  #endGrace(room: Room): void {
    if (room.grace) clearTimeout(room.grace)
    room.grace = null
  }

  #announce(room: Room, type: 'broadcast_interrupted' | 'broadcast_resumed'): void {
    this.#parts.hub.publish(streamTopic(room.streamId), { type, streamId: room.streamId })
  }
}
