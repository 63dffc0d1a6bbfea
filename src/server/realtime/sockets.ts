import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { CLOSE_CODES } from '#shared/constants.ts'
import { id } from '#shared/fields.ts'
import { type Upstream, upstream } from '#shared/realtime.ts'
import { CHANNELS } from '#shared/socket.ts'
import { rootCauseOf } from '#server/db/database-failure.ts'
import { temporaryErrorOf } from '#server/http/database-errors.ts'
import { HttpError, forbidden, invalid } from '#server/http/errors.ts'
import { hasReasonableShape } from '#server/http/bodies/json-shape.ts'
import { toFieldErrors } from '#server/http/field-errors.ts'
import { TopicFanout } from './topic-fanout.ts'
import { Connection, type Identity, type RefusedMessage, type UpgradedSocket } from './connection.ts'
import type { Hub } from './hub.ts'
import { SOCKET_LIMITS, SocketCounter, type SocketLimits } from './socket-limits.ts'

type MessageOf<T extends Upstream['type']> = Extract<Upstream, { type: T }>
type Handler<T extends Upstream['type']> = (
  connection: Connection,
  message: MessageOf<T>,
) => Promise<void> | void

const TYPES: ReadonlySet<string | undefined> = new Set(
  upstream.def.options.map((option) => option.shape.type.def.values[0]),
)

const BYTES_PER_POINT = 4096
const INVALID_POINTS = 5
/** Values in a frame: the largest message has 200 ids. */
const MAX_FRAME_VALUES = 1000

/** All open sockets: parses their messages, calls the handler of each type, and limits the number of sockets. */
export class Sockets {
  readonly #connections = new Set<Connection>()
  readonly #handlers = new Map<string, (connection: Connection, message: never) => Promise<void> | void>()
  readonly #openListeners: ((connection: Connection) => void)[] = []
  readonly #closeListeners: ((connection: Connection) => Promise<void> | void)[] = []
  readonly #counter: SocketCounter
  readonly #fanout: TopicFanout
  readonly #log: Logger

  constructor(hub: Hub, log: Logger, limits: SocketLimits = SOCKET_LIMITS) {
    this.#fanout = new TopicFanout(hub)
    this.#log = log
    this.#counter = new SocketCounter(limits)
    this.on('ping', (connection) => connection.send({ type: 'pong' }))
    this.on('auth', (connection) => connection.send({ type: 'auth', userId: connection.user?.id ?? null }))
  }

  /** Registers the handler of a message type. Throws when the type already has one. */
  on<T extends Upstream['type']>(type: T, handler: Handler<T>): void {
    if (this.#handlers.has(type)) throw new Error(`two handlers for ${type}`)
    this.#handlers.set(type, handler)
  }

  onOpen(listener: (connection: Connection) => void): void {
    this.#openListeners.push(listener)
  }

  /** Calls `listener` once per socket as soon as either side closes it, without waiting for the closing handshake. */
  onClose(listener: (connection: Connection) => Promise<void> | void): void {
    this.#closeListeners.push(listener)
  }

  /** The number of open sockets. */
  get count(): number {
    return this.#connections.size
  }

  /** Adds an upgraded socket, or closes it when a limit is reached. `first` is handled like its first message. */
  accept(upgraded: UpgradedSocket, identity: Identity, first?: object): void {
    const { socket, translate } = upgraded
    const counted = this.#counter.open(identity)
    if (!counted) {
      socket.close(CLOSE_CODES.tryLater, translate('errors.tooManySockets'))
      return
    }
    const connection = new Connection(
      upgraded,
      identity,
      this.#fanout,
      (released) => void this.#notifyClosed(released),
    )
    this.#connections.add(connection)
    const receive = this.#createReceiver(connection, counted.consume)
    socket.on('message', (data: Buffer) => receive(data))
    socket.on('close', () => {
      this.#connections.delete(connection)
      connection.release()
      counted.close()
    })
    for (const listener of this.#openListeners) listener(connection)
    if (first) receive(Buffer.from(JSON.stringify(first)))
  }

  /** Ids of the users with an open socket. */
  get connectedUserIds(): string[] {
    return [...new Set([...this.#connections].flatMap(({ user }) => user?.id ?? []))]
  }

  /** Ids of the sessions with an open socket. */
  get connectedSessionIds(): string[] {
    return [...new Set([...this.#connections].flatMap(({ identity }) => identity.sessionId ?? []))]
  }

  isUserConnected(id: string): boolean {
    return this.#counter.isConnected(id)
  }

  connectionsOfUser(id: string): Connection[] {
    return this.isUserConnected(id) ? [...this.#connections].filter(({ user }) => user?.id === id) : []
  }

  /** The connections that are subscribed to a topic. */
  subscribersOf(topic: string): Connection[] {
    return [...this.#connections].filter((connection) => connection.isSubscribedTo(topic))
  }

  /** Closes every socket whose identity matches. */
  closeWhere(matches: (identity: Identity) => boolean, code: number, reason: string): void {
    for (const connection of this.#connections)
      if (matches(connection.identity)) connection.close(code, reason)
  }

  /** Returns the message handler of one socket. It handles messages one after the other, in the order of arrival. */
  #createReceiver(connection: Connection, consume: (points: number) => boolean): (data: Buffer) => void {
    const consumeIfOpen = (points: number) => {
      // A closed socket may send on until its connection ends: it must cost the sockets of its client nothing.
      if (connection.isOpen && !consume(points)) connection.close(CLOSE_CODES.flood, 'flood')
    }
    let tail = Promise.resolve()
    return (data) => {
      consumeIfOpen(1 + Math.floor(data.length / BYTES_PER_POINT))
      if (!connection.isOpen) return
      tail = tail.then(async () => {
        if (!(await this.#receive(connection, parseJson(data)))) consumeIfOpen(INVALID_POINTS)
      })
    }
  }

  /** Handles a message. Returns false if it is invalid. */
  async #receive(connection: Connection, message: unknown): Promise<boolean> {
    if (!connection.isOpen) return true
    try {
      await this.#handle(connection, message)
      return true
    } catch (error) {
      const httpError = this.#toHttpError(error)
      connection.sendError(httpError, describe(message))
      if (isImpersonation(error)) connection.close(CLOSE_CODES.forbidden, 'forbidden')
      return httpError.code !== 'invalid'
    }
  }

  async #handle(connection: Connection, message: unknown): Promise<void> {
    if (!hasKnownType(message)) throw new HttpError(400, 'invalid', 'errors.unknownMessage')
    const parsed = upstream.safeParse(message, { reportInput: true })
    if (!parsed.success) throw invalid(toFieldErrors(parsed.error.issues))
    if (claimsOtherUser(connection, parsed.data)) throw forbidden(IMPERSONATION)
    // Boundary: `on` registers each handler under the type of its message, and the message was parsed as that type.
    await this.#handlers.get(parsed.data.type)?.(connection, parsed.data as never)
  }

  #toHttpError(error: unknown): HttpError {
    if (error instanceof HttpError) return error
    const temporaryError = temporaryErrorOf(error)
    if (temporaryError) {
      this.#log.warn({ reason: rootCauseOf(error) }, 'a socket message failed')
      return temporaryError
    }
    this.#log.error({ err: error }, 'a socket message failed')
    return new HttpError(500, 'internal', 'errors.internal')
  }

  async #notifyClosed(connection: Connection): Promise<void> {
    for (const listener of this.#closeListeners) {
      try {
        await listener(connection)
      } catch (error) {
        this.#log.error({ err: error }, 'cleaning up after a socket failed')
      }
    }
  }
}

/** Returns undefined for what is not JSON, or would cost too much to parse. */
function parseJson(data: Buffer): unknown {
  if (!hasReasonableShape(data, MAX_FRAME_VALUES)) return undefined
  try {
    return JSON.parse(data.toString())
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

/** A socket that claims to be another user is closed. */
const IMPERSONATION = 'errors.otherIdentity'

function isImpersonation(error: unknown): boolean {
  return error instanceof HttpError && error.text.key === IMPERSONATION
}

function claimsOtherUser(connection: Connection, message: Upstream): boolean {
  return 'userId' in message && typeof message.userId === 'string' && message.userId !== connection.user?.id
}

const messageIds = z.object({
  streamId: z.catch(z.optional(id), undefined),
  clientId: z.catch(z.optional(id), undefined),
  channel: z.catch(z.optional(z.enum(CHANNELS)), undefined),
  id: z.catch(z.optional(id), undefined),
})

/** Returns what the sender recognises a refused message by. */
function describe(message: unknown): RefusedMessage {
  if (!hasKnownType(message)) return {}
  // `undefined` is not serialised.
  return { requestType: message.type, ...messageIds.safeParse(message).data }
}
