import type { Socket } from 'node:net'
import type { WebSocket } from '@fastify/websocket'
import type { Caller } from '#server/http/access.ts'
import type { HttpError } from '#server/http/errors.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { ChannelName } from '#shared/socket.ts'
import { encodeTextFrame } from './text-frame.ts'
import type { TopicFanout } from './topic-fanout.ts'

/**
 * Limit for slow readers: unsent data is buffered up to this size; the next message then terminates the socket. Messages
 * are never dropped, so that a page never shows a chat with gaps: it reconnects and loads what it missed over HTTP.
 */
const MAX_BACKLOG_BYTES = 1024 * 1024

export type Identity = {
  user: Caller | null
  /** Identifies the browser, signed in or not, by a cookie; null for clients without it. */
  visitorId: string | null
  /** The socket is closed when this session ends. */
  sessionId: string | null
  address: string
  userAgent: string | null
}

/** Returns the key for limits and counts: the user's id, or else the visitor's id and address. */
export function clientKeyOf({ user, visitorId, address }: Identity): string {
  return user?.id ?? `${visitorId ?? ''}@${address}`
}

/** False for a client without cookies: it can only be counted by its address. */
export function isIdentified({ user, visitorId }: Identity): boolean {
  return user !== null || visitorId !== null
}

/** An upgraded WebSocket, the TCP socket below it, and the translator into its client's language. */
export type UpgradedSocket = { socket: WebSocket; tcpSocket: Socket; translate: Translate }

export type RefusedMessage = {
  requestType?: string
  streamId?: string | undefined
  clientId?: string | undefined
  channel?: ChannelName | undefined
  id?: string | undefined
}

/**
 * Why a connection is subscribed to a topic: the client sent a subscribe message, has joined the topic's stream, or has
 * subscribed to a channel. The subscription lasts as long as one of the reasons.
 */
type Reason = 'subscribed' | 'joined' | `channel:${ChannelName}`

/** One open socket with its identity and subscriptions. */
export class Connection {
  readonly id = crypto.randomUUID()
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #tcpSocket: Socket
  readonly #fanout: TopicFanout
  readonly #translate: Translate
  readonly #reasonsByTopic = new Map<string, Set<Reason>>()
  readonly #onRelease: (connection: Connection) => void
  #isOpen = true

  /** `onRelease` is called once, when the connection has closed. */
  constructor(
    { socket, tcpSocket, translate }: UpgradedSocket,
    identity: Identity,
    fanout: TopicFanout,
    onRelease: (connection: Connection) => void,
  ) {
    this.#socket = socket
    this.#tcpSocket = tcpSocket
    this.#translate = translate
    this.#fanout = fanout
    this.#onRelease = onRelease
    this.identity = identity
  }

  get user(): Caller | null {
    return this.identity.user
  }

  get clientKey(): string {
    return clientKeyOf(this.identity)
  }

  /** False once either side has closed the socket: later messages are ignored. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  send(message: Downstream): void {
    this.write(encodeTextFrame(JSON.stringify(message)))
  }

  /** Sends an error in the client's language; `about` is what the client recognises the refused message by. */
  sendError(error: HttpError, about: RefusedMessage = {}): void {
    const { retryAfter } = error
    this.send({
      type: 'error',
      ...error.body(this.#translate),
      ...about,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }

  /**
   * Sends an encoded frame, which may be shared between connections. It is written below the library, which writes its
   * own control frames whole: the two do not interleave.
   */
  write(frame: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#tcpSocket.writableLength > MAX_BACKLOG_BYTES) this.#socket.terminate()
    else this.#tcpSocket.write(frame)
  }

  subscribe(topic: string, reason: Reason = 'subscribed'): void {
    const retained = this.#add(topic, reason)
    if (retained) this.write(retained)
  }

  /**
   * Subscribes to a topic, and holds its messages back until `catchUp` is done: what it reads was committed before, or is
   * published after the subscription.
   */
  async subscribeAndCatchUp(topic: string, reason: Reason, catchUp: () => Promise<void>): Promise<void> {
    this.subscribe(topic, reason)
    const held: Buffer[] = []
    const listener = { write: (frame: Buffer) => void held.push(frame) }
    this.#fanout.add(topic, listener)
    this.#fanout.remove(topic, this)
    try {
      await catchUp()
    } finally {
      if (this.isSubscribedTo(topic)) {
        this.#fanout.add(topic, this)
        for (const frame of held) this.write(frame)
      }
      this.#fanout.remove(topic, listener)
    }
  }

  /** Removes one reason, or all of them when none is given. */
  unsubscribe(topic: string, reason?: Reason): void {
    const reasons = this.#reasonsByTopic.get(topic)
    if (!reasons) return
    if (reason) reasons.delete(reason)
    if (reason && reasons.size > 0) return
    this.#reasonsByTopic.delete(topic)
    this.#fanout.remove(topic, this)
  }

  isSubscribedTo(topic: string): boolean {
    return this.#reasonsByTopic.has(topic)
  }

  /** Replaces the subscriptions to topics that begin with `prefix` by exactly these topics. */
  subscribeOnly(prefix: string, topics: readonly string[]): void {
    const desired = new Set(topics)
    for (const topic of this.#reasonsByTopic.keys())
      if (topic.startsWith(prefix) && !desired.has(topic)) this.unsubscribe(topic)
    const retained = [...desired].flatMap((topic) => this.#add(topic, 'subscribed') ?? [])
    for (const frame of retained) this.write(frame)
  }

  /** Closes the socket. Its messages are ignored at once, even if the client never replies to the close frame. */
  close(code: number, reason: string): void {
    this.release()
    this.#socket.close(code, reason)
  }

  /** Ends every subscription and calls `onRelease`. */
  release(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const topic of this.#reasonsByTopic.keys()) this.unsubscribe(topic)
    this.#onRelease(this)
  }

  /** Adds a subscription; returns the topic's retained message, encoded, when the topic is new for this connection. */
  #add(topic: string, reason: Reason): Buffer | null {
    if (!this.#isOpen) return null
    const reasons = this.#reasonsByTopic.get(topic)
    if (reasons) {
      reasons.add(reason)
      return null
    }
    this.#reasonsByTopic.set(topic, new Set([reason]))
    return this.#fanout.add(topic, this)
  }
}
