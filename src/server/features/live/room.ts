import type { Connection } from '#server/realtime/connection.ts'

/** One socket that has joined a stream; `peerId` while the engine has a peer for it. */
export type Viewer = { connection: Connection; peerId: string | null }

/** What this process knows of one stream beyond its record: who is connected, and whether media arrives. */
export type Room = {
  streamId: string
  isLive: boolean
  /** Set from the broadcaster's offer on. `connection` is null while its socket is away. */
  publisher: { peerId: string; connection: Connection | null; hasMedia: boolean } | null
  viewers: Map<string, Viewer>
  grace: NodeJS.Timeout | null
}

/** Rooms by stream; an empty one is forgotten. */
export class Rooms {
  readonly #rooms = new Map<string, Room>()

  open(streamId: string): Room {
    const found = this.#rooms.get(streamId)
    if (found) return found
    const room: Room = {
      streamId,
      isLive: false,
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
  findPeer(peerId: string): { streamId: string; connection: Connection | null } | undefined {
    for (const { publisher, viewers, streamId } of this.#rooms.values()) {
      const peers = [publisher, ...viewers.values()]
      const found = peers.find((peer) => peer?.peerId === peerId)
      if (found) return { streamId, connection: found.connection }
    }
    return undefined
  }

  forgetIfEmpty(room: Room): void {
    if (!room.isLive && !room.publisher && room.viewers.size === 0) this.#rooms.delete(room.streamId)
  }
}
