import type { WebSocket } from '@fastify/websocket'
import type { Caller } from '#server/http/access.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Hub } from './hub.ts'

/** Bytes waiting for a slow reader before it is dropped: it reconnects and catches up over HTTP. */
const BACKLOG = 1024 * 1024

export type Identity = {
  user: Caller | null
  /** Marks one visitor's browser; null for clients without our cookie. */
  visitor: string | null
  /** Ends the socket together with its session. */
  sessionId: string | null
  address: string
  userAgent: string | null
}

/** One open socket, who is behind it and what it listens to. */
export class Connection {
  readonly id = crypto.randomUUID()
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #hub: Hub
  readonly #topics = new Map<string, () => void>()
  #isOpen = true

  constructor(socket: WebSocket, identity: Identity, hub: Hub) {
    this.#socket = socket
    this.#hub = hub
    this.identity = identity
  }

  get user(): Caller | null {
    return this.identity.user
  }

  /** Who acts: the member, or else the visitor's mark and address. */
  get actor(): string {
    const { user, visitor, address } = this.identity
    return user?.id ?? `${visitor ?? ''}@${address}`
  }

  /** False for a client that keeps no cookies: only its address can be counted. */
  get isKnown(): boolean {
    return this.identity.user !== null || this.identity.visitor !== null
  }

  /** False once the socket has closed or we have closed it: what arrives late is not heard and not kept. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  send(message: Downstream): void {
    this.#write(JSON.stringify(message))
  }

  subscribe(topic: string): void {
    if (!this.#isOpen || this.#topics.has(topic)) return
    this.#topics.set(
      topic,
      this.#hub.subscribe(topic, (_message, json) => this.#write(json)),
    )
  }

  unsubscribe(topic: string): void {
    this.#topics.get(topic)?.()
    this.#topics.delete(topic)
  }

  /** Of the topics that begin with `prefix`, listens to exactly these from now on. */
  subscribeOnly(prefix: string, topics: readonly string[]): void {
    const wanted = new Set(topics)
    for (const topic of this.#topics.keys())
      if (topic.startsWith(prefix) && !wanted.has(topic)) this.unsubscribe(topic)
    for (const topic of wanted) this.subscribe(topic)
  }

  /** Hears nothing more from now on, whether or not the other side answers the close frame. */
  close(code: number, reason: string): void {
    this.release()
    this.#socket.close(code, reason)
  }

  /** Ends every subscription. */
  release(): void {
    this.#isOpen = false
    for (const end of this.#topics.values()) end()
    this.#topics.clear()
  }

  #write(json: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > BACKLOG) this.#socket.terminate()
    else this.#socket.send(json)
  }
}
