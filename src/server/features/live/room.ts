import type { Caller } from '#server/http/access.ts'
import type { Quality } from '#shared/live.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { RefCounter } from '#server/concurrency/ref-counter.ts'

/** Who watches: a socket that has joined, or an outside player, which is there as long as its peer. */
export type Viewer = {
  room: Room
  /** Null for an outside player. */
  connection: Connection | null
  player: OutsidePlayer | null
  user: Caller | null
  /** With which it came; null for a visitor, and for a player that came with a token. */
  sessionId: string | null
  /** The member, or else the visitor's mark and address. */
  actor: string
  /** While the engine has a peer for it. */
  peerId: string | null
  quality: Quality
  /** The stream's owner. */
  isOwner: boolean
  /** The broadcaster's own look, which is no viewer to count. */
  isPreview: boolean
}

/** Who sends a stream's media, from its offer on. */
export type Publisher = {
  room: Room
  memberId: string
  /** The studio's; null for an encoder. */
  sessionId: string | null
  /** The studio's; null while its socket is away, and for an encoder. */
  connection: Connection | null
  encoder: OutsidePeer | null
  peerId: string
  hasMedia: boolean
}

/** A program that came over HTTP (WHIP, WHEP): nothing can be asked of it, and it offers anew by itself. */
export type OutsidePeer = { iceUfrag: string | null }
export type OutsidePlayer = OutsidePeer & { address: string }

/** Where a broadcast comes from. */
export type Source = 'page' | 'encoder'

/** What this process knows of one stream beyond its record: who is connected, and whether media arrives. */
export type Room = {
  streamId: string
  isLive: boolean
  /** Its viewers were told that the broadcaster is away. */
  isInterrupted: boolean
  publisher: Publisher | null
  /** The publisher that was lost last, until another one comes or the broadcast ends. */
  lost: Publisher | null
  /** Of the publisher that is there, or was last in this broadcast. */
  source: Source | null
  /** By the connection's id, or a player's peer. */
  viewers: Map<string, Viewer>
  /** Those of them that are previews. */
  previews: number
  /** Those of them that are the owner's, without previews. */
  ownerViewers: number
  grace: NodeJS.Timeout | null
  /** The grace began anew with the broadcaster's offer, which it does once. */
  isGraceRenewed: boolean
}

const NEW_VIEWER = { player: null, peerId: null, quality: 'auto', isPreview: false } as const

/** Browsers send a handful, and the engine heeds as many. */
const MAX_CANDIDATES = 32

/** Rooms by stream, and the ways to find them: by a peer, by a socket. An empty room is forgotten. */
export class Rooms {
  readonly #rooms = new Map<string, Room>()
  /** By their peers. */
  readonly #viewers = new Map<string, Viewer>()
  readonly #publishers = new Map<string, Publisher>()
  readonly #joined = new Map<string, Set<Viewer>>()
  /** Outside players by actor, by address (the mark of a visitor is anybody's to make up) and by session. */
  readonly #players = new RefCounter()
  /** How many came for a peer. */
  readonly #candidates = new Map<string, number>()

  open(streamId: string): Room {
    const found = this.#rooms.get(streamId)
    if (found) return found
    const room: Room = {
      streamId,
      isLive: false,
      isInterrupted: false,
      publisher: null,
      lost: null,
      source: null,
      viewers: new Map(),
      previews: 0,
      ownerViewers: 0,
      grace: null,
      isGraceRenewed: false,
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

  /** The viewer whose peer this is. */
  findViewer(peerId: string): Viewer | undefined {
    return this.#viewers.get(peerId)
  }

  /** The publisher whose peer this is. */
  findPublisher(peerId: string): Publisher | undefined {
    return this.#publishers.get(peerId)
  }

  /** The rooms that a socket has joined. */
  joinedBy(connection: Connection): Viewer[] {
    return [...(this.#joined.get(connection.id) ?? [])]
  }

  /** A socket is in a room once: whoever joins again is the viewer that it was, with its peer. */
  join(streamId: string, connection: Connection, as: Pick<Viewer, 'isOwner' | 'isPreview'>): Viewer {
    const room = this.open(streamId)
    const found = room.viewers.get(connection.id)
    if (found) return found
    const { user, actor } = connection
    const { sessionId } = connection.identity
    const who = { user, sessionId, actor }
    const viewer: Viewer = { ...NEW_VIEWER, room, connection, ...who, ...as }
    room.viewers.set(connection.id, viewer)
    count(viewer, 1)
    this.#joined.set(connection.id, (this.#joined.get(connection.id) ?? new Set()).add(viewer))
    return viewer
  }

  /** An outside player, whose peer the engine is about to have. */
  joinPlayer(
    streamId: string,
    peerId: string,
    player: Pick<Viewer, 'user' | 'sessionId' | 'actor' | 'isOwner'> & { player: OutsidePlayer },
  ): Viewer {
    const room = this.open(streamId)
    const viewer: Viewer = { ...NEW_VIEWER, room, connection: null, ...player }
    room.viewers.set(peerId, viewer)
    count(viewer, 1)
    this.setPeer(viewer, peerId)
    this.#players.add(keysOf(viewer))
    return viewer
  }

  /** Outside players of one actor right now; a member's is its id. */
  playersOf(actor: string): number {
    return this.#players.of(`actor ${actor}`)
  }

  playersAt(address: string): number {
    return this.#players.of(`address ${address}`)
  }

  playersIn(sessionId: string): number {
    return this.#players.of(`session ${sessionId}`)
  }

  /** Leaving twice takes nothing more away. */
  leave(viewer: Viewer): void {
    const { room, connection } = viewer
    const key = connection?.id ?? viewer.peerId
    if (key === null || !room.viewers.delete(key)) return
    count(viewer, -1)
    this.setPeer(viewer, null)
    if (connection) this.#leftBy(connection, viewer)
    else this.#players.remove(keysOf(viewer))
    this.forgetIfEmpty(room)
  }

  setPeer(viewer: Viewer, peerId: string | null): void {
    if (viewer.peerId) this.#forgetPeer(this.#viewers, viewer.peerId)
    viewer.peerId = peerId
    if (peerId) this.#viewers.set(peerId, viewer)
  }

  setPublisher(room: Room, publisher: Publisher | null): void {
    if (room.publisher) this.#forgetPeer(this.#publishers, room.publisher.peerId)
    room.publisher = publisher
    if (publisher) this.#publishers.set(publisher.peerId, publisher)
    else this.forgetIfEmpty(room)
  }

  /** Whether the engine is told of one more candidate of a peer: what it would drop must not fill its queue. */
  takeCandidate(peerId: string): boolean {
    const taken = this.#candidates.get(peerId) ?? 0
    if (taken >= MAX_CANDIDATES) return false
    this.#candidates.set(peerId, taken + 1)
    return true
  }

  forgetIfEmpty(room: Room): void {
    const isEmpty = !room.isLive && !room.publisher && !room.grace && room.viewers.size === 0
    if (isEmpty && this.#rooms.get(room.streamId) === room) this.#rooms.delete(room.streamId)
  }

  #forgetPeer(from: Map<string, unknown>, peerId: string): void {
    from.delete(peerId)
    this.#candidates.delete(peerId)
  }

  #leftBy({ id }: Connection, viewer: Viewer): void {
    const joined = this.#joined.get(id)
    joined?.delete(viewer)
    if (joined?.size === 0) this.#joined.delete(id)
  }
}

function count({ room, isOwner, isPreview }: Viewer, change: 1 | -1): void {
  if (isPreview) room.previews += change
  else if (isOwner) room.ownerViewers += change
}

function keysOf({ actor, player, sessionId }: Viewer): string[] {
  if (!player) return []
  const session = sessionId === null ? [] : [`session ${sessionId}`]
  return [`actor ${actor}`, `address ${player.address}`, ...session]
}
