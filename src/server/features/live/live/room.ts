import type { Caller } from '#server/http/access.ts'
import type { Quality } from '#shared/live/live.ts'
import type { Connection } from '#server/realtime/connection.ts'
import { RefCounter } from '#server/concurrency/ref-counter.ts'

/** A viewer of a stream: a joined socket, or an outside player (WHEP), which exists as long as its peer. */
export type Viewer = {
  room: Room
  /** Null for an outside player. */
  connection: Connection | null
  player: OutsidePlayer | null
  user: Caller | null
  /** Null for a visitor, and for a player with a token. */
  sessionId: string | null
  /** The user's id, or else the visitor's id and address; see `clientKeyOf`. */
  clientKey: string
  /** Null while the engine has no peer for the viewer. */
  peerId: string | null
  quality: Quality
  isOwner: boolean
  /** The owner's preview in the studio, or the preview of a card, which do not count as viewers. */
  isPreview: boolean
}

/** The sender of a stream's media, from its offer on. */
export type Publisher = {
  room: Room
  userId: string
  /** The studio page's; null for an encoder. */
  sessionId: string | null
  /** The studio page's; null while its socket is closed, and for an encoder. */
  connection: Connection | null
  encoder: OutsidePeer | null
  peerId: string
  hasMedia: boolean
}

/** A program that connects over HTTP (WHIP, WHEP). The server cannot send it messages; it reconnects itself. */
export type OutsidePeer = { iceUfrag: string | null }
export type OutsidePlayer = OutsidePeer & { address: string }

/** The kind of program that broadcasts. */
export type Source = 'page' | 'encoder'

/** The live state of one stream in this process: connected peers, media and the grace timer. */
export type Room = {
  streamId: string
  isLive: boolean
  /** Of the current or last broadcast; null if this node took it over. */
  startedAt: string | null
  /** `broadcast_interrupted` was published, and `broadcast_resumed` was not yet. */
  isInterrupted: boolean
  publisher: Publisher | null
  /** The last publisher whose peer was lost, until the next one publishes or the broadcast ends. */
  lostPublisher: Publisher | null
  /** Of the current publisher, or of the last one in this broadcast. */
  source: Source | null
  /** The page that broadcasts has turned its camera off. */
  isCameraOff: boolean
  /** By the connection's id, or the peer id of a player. */
  viewers: Map<string, Viewer>
  /** Number of viewers that are previews. */
  previews: number
  /** Number of the owner's viewers, without previews. */
  ownerViewers: number
  graceTimer: NodeJS.Timeout | null
  /** The grace period was restarted by an offer; happens at most once per interruption. */
  isGraceRenewed: boolean
}

/** Returns whether the stream can be watched: it is live, and media arrives. */
export const hasMedia = (room: Room | undefined): room is Room =>
  room !== undefined && room.isLive && room.publisher !== null && room.publisher.hasMedia

const NEW_VIEWER = { player: null, peerId: null, quality: 'auto', isPreview: false } as const

/** ICE candidates per peer. Browsers send fewer, and the engine ignores more. */
const MAX_CANDIDATES = 32

/** The rooms of all streams, with indexes by peer and by socket. Empty rooms are deleted. */
export class Rooms {
  readonly #rooms = new Map<string, Room>()
  /** By peer id. */
  readonly #viewers = new Map<string, Viewer>()
  readonly #publishers = new Map<string, Publisher>()
  readonly #viewersByConnectionId = new Map<string, Set<Viewer>>()
  /** Counts outside players by client, by address (as visitor ids can be forged) and by session. */
  readonly #players = new RefCounter()
  readonly #candidatesByPeerId = new Map<string, number>()

  getOrCreate(streamId: string): Room {
    const existing = this.#rooms.get(streamId)
    if (existing) return existing
    const room: Room = {
      streamId,
      isLive: false,
      startedAt: null,
      isInterrupted: false,
      publisher: null,
      lostPublisher: null,
      source: null,
      isCameraOff: false,
      viewers: new Map(),
      previews: 0,
      ownerViewers: 0,
      graceTimer: null,
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

  findViewer(peerId: string): Viewer | undefined {
    return this.#viewers.get(peerId)
  }

  findPublisher(peerId: string): Publisher | undefined {
    return this.#publishers.get(peerId)
  }

  /** Returns the socket's viewers, one per joined stream. */
  viewersOf(connection: Connection): Viewer[] {
    return [...(this.#viewersByConnectionId.get(connection.id) ?? [])]
  }

  /** Adds a socket to a room. Joining twice returns the existing viewer with its peer. */
  join(streamId: string, connection: Connection, role: Pick<Viewer, 'isOwner' | 'isPreview'>): Viewer {
    const room = this.getOrCreate(streamId)
    const existing = room.viewers.get(connection.id)
    if (existing) return existing
    const { user, clientKey } = connection
    const { sessionId } = connection.identity
    const viewer: Viewer = { ...NEW_VIEWER, room, connection, user, sessionId, clientKey, ...role }
    room.viewers.set(connection.id, viewer)
    addToCounts(viewer, 1)
    const viewers = this.#viewersByConnectionId.get(connection.id) ?? new Set()
    this.#viewersByConnectionId.set(connection.id, viewers.add(viewer))
    return viewer
  }

  /** Adds an outside player to a room. Called before the engine creates its peer. */
  joinPlayer(
    streamId: string,
    peerId: string,
    player: Pick<Viewer, 'user' | 'sessionId' | 'clientKey' | 'isOwner'> & { player: OutsidePlayer },
  ): Viewer {
    const room = this.getOrCreate(streamId)
    const viewer: Viewer = { ...NEW_VIEWER, room, connection: null, ...player }
    room.viewers.set(peerId, viewer)
    addToCounts(viewer, 1)
    this.setPeer(viewer, peerId)
    this.#players.add(keysOf(viewer))
    return viewer
  }

  /** Returns the number of a client's outside players. A user's key is the user's id. */
  countPlayersOf(clientKey: string): number {
    return this.#players.countOf(`client ${clientKey}`)
  }

  countPlayersAt(address: string): number {
    return this.#players.countOf(`address ${address}`)
  }

  countPlayersOfSession(sessionId: string): number {
    return this.#players.countOf(`session ${sessionId}`)
  }

  /** Removes a viewer. Repeating it has no effect. */
  leave(viewer: Viewer): void {
    const { room, connection } = viewer
    const key = connection?.id ?? viewer.peerId
    if (key === null || !room.viewers.delete(key)) return
    addToCounts(viewer, -1)
    this.setPeer(viewer, null)
    if (connection) this.#removeFromConnection(connection, viewer)
    else this.#players.remove(keysOf(viewer))
    this.deleteIfEmpty(room)
  }

  setPeer(viewer: Viewer, peerId: string | null): void {
    if (viewer.peerId) this.#deletePeer(this.#viewers, viewer.peerId)
    viewer.peerId = peerId
    if (peerId) this.#viewers.set(peerId, viewer)
  }

  setPublisher(room: Room, publisher: Publisher | null): void {
    if (room.publisher) this.#deletePeer(this.#publishers, room.publisher.peerId)
    room.publisher = publisher
    if (publisher) this.#publishers.set(publisher.peerId, publisher)
    else this.deleteIfEmpty(room)
  }

  /**
   * Counts a peer's candidate. Returns false above the limit: the engine would ignore the candidate, which must not fill
   * its queue.
   */
  countCandidate(peerId: string): boolean {
    const counted = this.#candidatesByPeerId.get(peerId) ?? 0
    if (counted >= MAX_CANDIDATES) return false
    this.#candidatesByPeerId.set(peerId, counted + 1)
    return true
  }

  deleteIfEmpty(room: Room): void {
    const isEmpty = !room.isLive && !room.publisher && !room.graceTimer && room.viewers.size === 0
    if (isEmpty && this.#rooms.get(room.streamId) === room) this.#rooms.delete(room.streamId)
  }

  #deletePeer(index: Map<string, unknown>, peerId: string): void {
    index.delete(peerId)
    this.#candidatesByPeerId.delete(peerId)
  }

  #removeFromConnection({ id }: Connection, viewer: Viewer): void {
    const viewers = this.#viewersByConnectionId.get(id)
    viewers?.delete(viewer)
    if (viewers?.size === 0) this.#viewersByConnectionId.delete(id)
  }
}

function addToCounts({ room, isOwner, isPreview }: Viewer, change: 1 | -1): void {
  if (isPreview) room.previews += change
  else if (isOwner) room.ownerViewers += change
}

function keysOf({ clientKey, player, sessionId }: Viewer): string[] {
  if (!player) return []
  const session = sessionId === null ? [] : [`session ${sessionId}`]
  return [`client ${clientKey}`, `address ${player.address}`, ...session]
}
