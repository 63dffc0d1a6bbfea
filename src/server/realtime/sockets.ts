import type { Logger } from 'pino'
import { CLOSE_CODES } from '#shared/constants.ts'
import { type Upstream, upstream } from '#shared/realtime.ts'
import { HttpError, forbidden, invalid } from '#server/http/errors.ts'
import { toFieldErrors } from '#server/http/field-errors.ts'
import { RefCounter } from '#server/concurrency/ref-counter.ts'
import { TopicFanout } from './topic-fanout.ts'
import { Connection, type Identity, type UpgradedSocket } from './connection.ts'
import type { Hub } from './hub.ts'

type MessageOf<T extends Upstream['type']> = Extract<Upstream, { type: T }>
type Handler<T extends Upstream['type']> = (
  connection: Connection,
  message: MessageOf<T>,
) => Promise<void> | void

const TYPES: ReadonlySet<string | undefined> = new Set(
  upstream.def.options.map((option) => option.shape.type.def.values[0]),
)

export type SocketLimits = {
  /** Messages in `floodWindowMs` before a socket is closed for flooding. */
  flood: number
  floodWindowMs: number
  /** Open sockets of one member or visitor, and of one address. */
  perActor: number
  perAddress: number
}
export const SOCKET_LIMITS: SocketLimits = {
  flood: 200,
  floodWindowMs: 10_000,
  perActor: 20,
  perAddress: 2000,
}

/** All open sockets: parses what they send, hands it to the feature that asked for the type, counts them. */
export class Sockets {
  readonly #connections = new Set<Connection>()
  readonly #handlers = new Map<string, (connection: Connection, message: never) => Promise<void> | void>()
  readonly #openListeners: ((connection: Connection) => void)[] = []
  readonly #closeListeners: ((connection: Connection) => Promise<void> | void)[] = []
  readonly #counts = new RefCounter()
  readonly #audiences: TopicFanout
  readonly #log: Logger
  readonly #limits: SocketLimits

  constructor(hub: Hub, log: Logger, limits: SocketLimits = SOCKET_LIMITS) {
    this.#audiences = new TopicFanout(hub)
    this.#log = log
    this.#limits = limits
    this.on('ping', (connection) => connection.send({ type: 'pong' }))
    this.on('auth', (connection) => connection.send({ type: 'auth', userId: connection.user?.id ?? null }))
  }

  /** Takes one kind of message; a second handler for the same kind is a programming error. */
  on<T extends Upstream['type']>(type: T, handler: Handler<T>): void {
    if (this.#handlers.has(type)) throw new Error(`two handlers for ${type}`)
    this.#handlers.set(type, handler)
  }

  onOpen(listener: (connection: Connection) => void): void {
    this.#openListeners.push(listener)
  }

  /** `listener` hears of a socket that is gone or that we closed: at once, whether or not its other side answers. */
  onClose(listener: (connection: Connection) => Promise<void> | void): void {
    this.#closeListeners.push(listener)
  }

  /** Open sockets right now. */
  get count(): number {
    return this.#connections.size
  }

  /** Takes an upgraded socket in, unless it is one too many. `first` is handled as if it had been its first message. */
  accept(upgraded: UpgradedSocket, identity: Identity, first?: object): void {
    const { socket, translate } = upgraded
    const connection = new Connection(upgraded, identity, this.#audiences, (left) => void this.#tell(left))
    const keys = [`address:${identity.address}`, ...(connection.isKnown ? [`actor:${connection.actor}`] : [])]
    const isFull = (key: string, index: number) =>
      this.#counts.of(key) >= (index === 0 ? this.#limits.perAddress : this.#limits.perActor)
    if (keys.some(isFull)) {
      socket.close(CLOSE_CODES.tryLater, translate('errors.tooManySockets'))
      return
    }
    this.#counts.add(keys)
    this.#connections.add(connection)
    const receive = this.#receiver(connection)
    socket.on('message', (data: Buffer) => receive(data.toString()))
    socket.on('close', () => this.#closed(connection, keys))
    for (const listener of this.#openListeners) listener(connection)
    if (first) receive(JSON.stringify(first))
  }

  /** The members who have a socket open. */
  get members(): string[] {
    return [...new Set([...this.#connections].flatMap(({ user }) => user?.id ?? []))]
  }

  /** The sessions that have a socket open. */
  get sessions(): string[] {
    return [...new Set([...this.#connections].flatMap(({ identity }) => identity.sessionId ?? []))]
  }

  hasMember(id: string): boolean {
    return this.#counts.of(`actor:${id}`) > 0
  }

  ofMember(id: string): Connection[] {
    return this.hasMember(id) ? [...this.#connections].filter(({ user }) => user?.id === id) : []
  }

  /** Whoever listens to a topic. */
  onTopic(topic: string): Connection[] {
    return [...this.#connections].filter((connection) => connection.hears(topic))
  }

  /** Closes every socket of a member or of a session. */
  closeWhere(matches: (identity: Identity) => boolean, code: number, reason: string): void {
    for (const connection of this.#connections)
      if (matches(connection.identity)) connection.close(code, reason)
  }

  /** Messages of one socket are handled in the order they came: a leave never overtakes its join. */
  #receiver(connection: Connection): (text: string) => void {
    let tail = Promise.resolve()
    let windowStart = 0
    let count = 0
    return (text) => {
      const now = Date.now()
      if (now - windowStart > this.#limits.floodWindowMs) [windowStart, count] = [now, 0]
      count += 1
      if (count >= this.#limits.flood && connection.isOpen) connection.close(CLOSE_CODES.flood, 'flood')
      if (!connection.isOpen) return
      tail = tail.then(() => this.#take(connection, parseJson(text)))
    }
  }

  async #take(connection: Connection, message: unknown): Promise<void> {
    if (!connection.isOpen) return
    try {
      await this.#handle(connection, message)
    } catch (error) {
      connection.sendError(this.#toHttpError(error), echo(message))
      if (isImpersonation(error)) connection.close(CLOSE_CODES.forbidden, 'forbidden')
    }
  }

  async #handle(connection: Connection, message: unknown): Promise<void> {
    if (!hasKnownType(message)) throw new HttpError(400, 'invalid', 'errors.unknownMessage')
    const parsed = upstream.safeParse(message, { reportInput: true })
    if (!parsed.success) throw invalid(toFieldErrors(parsed.error.issues))
    if (claimsAnother(connection, parsed.data)) throw forbidden(IMPERSONATION)
    // Boundary: `on` ties each handler to its type, and the union was just parsed by that type.
    await this.#handlers.get(parsed.data.type)?.(connection, parsed.data as never)
  }

  #toHttpError(error: unknown): HttpError {
    if (error instanceof HttpError) return error
    this.#log.error({ err: error }, 'a socket message failed')
    return new HttpError(500, 'internal', 'errors.internal')
  }

  #closed(connection: Connection, keys: readonly string[]): void {
    this.#connections.delete(connection)
    connection.release()
    this.#counts.remove(keys)
  }

  async #tell(connection: Connection): Promise<void> {
    for (const listener of this.#closeListeners) {
      try {
        await listener(connection)
      } catch (error) {
        this.#log.error({ err: error }, 'cleaning up after a socket failed')
      }
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasKnownType(message: unknown): message is { type: string } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    typeof message.type === 'string' &&
    TYPES.has(message.type)
  )
}

/** A socket that speaks for another member is closed. */
const IMPERSONATION = 'errors.otherIdentity'

function isImpersonation(error: unknown): boolean {
  return error instanceof HttpError && error.text.key === IMPERSONATION
}

function claimsAnother(connection: Connection, message: Upstream): boolean {
  return 'userId' in message && typeof message.userId === 'string' && message.userId !== connection.user?.id
}

/** What lets the sender find the message that was refused. */
function echo(message: unknown): { streamId?: string; clientId?: string } {
  const parsed = upstream.safeParse(message)
  if (!parsed.success) return {}
  const { data } = parsed
  return {
    ...('streamId' in data && { streamId: data.streamId }),
    ...('clientId' in data && data.clientId !== undefined && { clientId: data.clientId }),
  }
}
