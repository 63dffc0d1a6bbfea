import type { Quality } from '#server/live-engine/media-engine.ts'
import type { Connection } from '#server/realtime/connection.ts'

/** One socket that has joined a stream; `peerId` while the engine has a peer for it. */
export type Viewer = { room: Room; connection: Connection; peerId: string | null; quality: Quality }

/** Who sends a stream's media, from its offer on. `connection` is null while its socket is away. */
export type Publisher = { room: Room; connection: Connection | null; peerId: string; hasMedia: boolean }

/** What this process knows of one stream beyond its record: who is connected, and whether media arrives. */
export type Room = {
  streamId: string
  isLive: boolean
  /** Its viewers were told that the broadcaster is away. */
  isInterrupted: boolean
  publisher: Publisher | null
  /** By the connection's id. */
  viewers: Map<string, Viewer>
  grace: NodeJS.Timeout | null
}

/** Rooms by stream, and the ways to find them: by a peer, by a socket. An empty room is forgotten. */
export class Rooms {
  readonly #rooms = new Map<string, Room>()
  readonly #peers = new Map<string, Viewer | Publisher>()
  readonly #joined = new Map<string, Set<Viewer>>()

  open(streamId: string): Room {
    const found = this.#rooms.get(streamId)
    if (found) return found
    const room = {
      streamId,
      isLive: false,
      isInterrupted: false,
      publisher: null,
      viewers: new Map(),
      grace: null,
    }
    this.#rooms.set(streamId, room)
    return room
  }

  find(streamId: string): Room | undefined {
    return this.#rooms.get(streamId)
  }

  all(): Room[] {
    return [...this.#rooms.values()]
  }

  /** Whose peer this is. */
  findPeer(peerId: string): Viewer | Publisher | undefined {
    return this.#peers.get(peerId)
  }

  /** The rooms that a socket has joined. */
  joinedBy(connection: Connection): Viewer[] {
    return [...(this.#joined.get(connection.id) ?? [])]
  }

  join(streamId: string, connection: Connection): Viewer {
    const room = this.open(streamId)
    const viewer: Viewer = { room, connection, peerId: null, quality: 'auto' }
    room.viewers.set(connection.id, viewer)
    this.#joined.set(connection.id, (this.#joined.get(connection.id) ?? new Set()).add(viewer))
    return viewer
  }

  leave(viewer: Viewer): void {
    this.setPeer(viewer, null)
    viewer.room.viewers.delete(viewer.connection.id)
    const joined = this.#joined.get(viewer.connection.id)
    joined?.delete(viewer)
    if (joined?.size === 0) this.#joined.delete(viewer.connection.id)
    this.forgetIfEmpty(viewer.room)
  }

  setPeer(viewer: Viewer, peerId: string | null): void {
    if (viewer.peerId) this.#peers.delete(viewer.peerId)
    viewer.peerId = peerId
    if (peerId) this.#peers.set(peerId, viewer)
  }

  setPublisher(room: Room, publisher: Publisher | null): void {
    if (room.publisher) this.#peers.delete(room.publisher.peerId)
    room.publisher = publisher
    if (publisher) this.#peers.set(publisher.peerId, publisher)
    else this.forgetIfEmpty(room)
  }

  forgetIfEmpty(room: Room): void {
    const isEmpty = !room.isLive && !room.publisher && !room.grace && room.viewers.size === 0
    if (isEmpty && this.#rooms.get(room.streamId) === room) this.#rooms.delete(room.streamId)
  }
}
