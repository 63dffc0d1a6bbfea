import { LRUCache } from 'lru-cache'
import { RefCounter } from '#server/concurrency/ref-counter.ts'
import { type Identity, clientKeyOf, isIdentified } from './connection.ts'

export type SocketLimits = {
  /**
   * Points within `floodWindowMs` at which a socket is closed for flooding. A message costs a point and one for each 4 KiB,
   * an invalid one five more.
   */
  flood: number
  /** The same for all sockets of one user or visitor, and for all sockets of visitors of one address. */
  floodOfClient: number
  floodOfAddress: number
  floodWindowMs: number
  /** Maximum open sockets of one user or visitor, and of one address. */
  perClient: number
  perAddress: number
}
export const SOCKET_LIMITS: SocketLimits = {
  flood: 200,
  floodOfClient: 1000,
  floodOfAddress: 50_000,
  floodWindowMs: 10_000,
  perClient: 20,
  perAddress: 2000,
}
/** Sockets, clients and addresses whose messages are counted; the least recent are dropped. */
const MAX_COUNTED = 20_000

type Limited = { key: string; maxSockets: number; maxPoints: number }

type CountedSocket = {
  /** Counts the cost of a message. Returns false once the points of a window are consumed. */
  consume: (points: number) => boolean
  close: () => void
}

/** Counts the open sockets of each client and address, and the cost of their messages. */
export class SocketCounter {
  readonly #limits: SocketLimits
  readonly #openSockets = new RefCounter()
  /** Consumed points. An entry expires with its window, and is then removed by a timer. */
  readonly #pointsByKey: LRUCache<string, number>

  constructor(limits: SocketLimits) {
    this.#limits = limits
    this.#pointsByKey = new LRUCache({
      // `max` would allocate the memory of all keys at once.
      maxSize: MAX_COUNTED,
      sizeCalculation: () => 1,
      ttl: limits.floodWindowMs,
      ttlAutopurge: true,
    })
  }

  /** Counts a socket until it is closed. Returns null, counting nothing, when a limit is reached. */
  open(identity: Identity): CountedSocket | null {
    const limited = this.#limitsOf(identity)
    const keys = limited.map(({ key }) => key)
    if (limited.some(({ key, maxSockets }) => this.#openSockets.countOf(key) >= maxSockets)) return null
    this.#openSockets.add(keys)
    return {
      consume: (points) => limited.map((each) => this.#consume(each, points)).every(Boolean),
      close: () => this.#openSockets.remove(keys),
    }
  }

  /** Whether a user has an open socket. */
  isConnected(userId: string): boolean {
    return this.#openSockets.countOf(clientKey(userId)) > 0
  }

  #limitsOf(identity: Identity): Limited[] {
    const { flood, floodOfAddress, floodOfClient, perAddress, perClient } = this.#limits
    // A user is counted by account instead: others behind the same address must not be able to disconnect users.
    const maxPointsOfAddress = identity.user ? UNCOUNTED : floodOfAddress
    const limited = [
      { key: `socket:${crypto.randomUUID()}`, maxSockets: 1, maxPoints: flood },
      { key: `address:${identity.address}`, maxSockets: perAddress, maxPoints: maxPointsOfAddress },
    ]
    if (isIdentified(identity))
      limited.push({
        key: clientKey(clientKeyOf(identity)),
        maxSockets: perClient,
        maxPoints: floodOfClient,
      })
    return limited
  }

  #consume({ key, maxPoints }: Limited, points: number): boolean {
    if (maxPoints === UNCOUNTED) return true
    const consumed = (this.#pointsByKey.get(key) ?? 0) + points
    this.#pointsByKey.set(key, consumed, { noUpdateTTL: true })
    return consumed < maxPoints
  }
}

const UNCOUNTED = Infinity

const clientKey = (client: string) => `client:${client}`
