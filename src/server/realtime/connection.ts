import type { WebSocket } from '@fastify/websocket'
import type { Caller } from '#server/http/access.ts'
import type { HttpError } from '#server/http/errors.ts'
import type { Translate } from '#server/http/translations.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { TopicFanout } from './topic-fanout.ts'

/**
 * The rule for slow readers: what they have not taken waits in memory, up to so many bytes; with the next message they
 * are cut off. Nothing is left out in between, so that a page never shows a chat with holes: it connects again and
 * catches up over HTTP.
 */
const BACKLOG = 1024 * 1024

/** Our messages are UTF-8 in buffers. */
const AS_TEXT = { binary: false }

export type Identity = {
  user: Caller | null
  /** Marks one visitor's browser; null for clients without our cookie. */
  visitor: string | null
  /** Ends the socket together with its session. */
  sessionId: string | null
  address: string
  userAgent: string | null
}

/** Who acts: the member, or else the visitor's mark and address. */
export function actorOf({ user, visitor, address }: Identity): string {
  return user?.id ?? `${visitor ?? ''}@${address}`
}

/** False for a client that keeps no cookies: only its address can be counted. */
export function isKnown({ user, visitor }: Identity): boolean {
  return user !== null || visitor !== null
}

/** A WebSocket, and the translator for whoever opened it. */
export type UpgradedSocket = { socket: WebSocket; translate: Translate }

/** A topic is heard as long as for one of these: the socket asked for it, or has joined what it is about. */
type Reason = 'asked' | 'joined'

/** One open socket, who is behind it and what it listens to. */
export class Connection {
  readonly id = crypto.randomUUID()
  readonly identity: Identity
  readonly #socket: WebSocket
  readonly #audiences: TopicFanout
  readonly #translate: Translate
  readonly #topics = new Map<string, Set<Reason>>()
  readonly #left: (connection: Connection) => void
  #isOpen = true

  /** `left` is called once, when the connection is released. */
  constructor(
    { socket, translate }: UpgradedSocket,
    identity: Identity,
    audiences: TopicFanout,
    left: (connection: Connection) => void,
  ) {
    this.#socket = socket
    this.#translate = translate
    this.#audiences = audiences
    this.#left = left
    this.identity = identity
  }

  get user(): Caller | null {
    return this.identity.user
  }

  get actor(): string {
    return actorOf(this.identity)
  }

  get isKnown(): boolean {
    return isKnown(this.identity)
  }

  /** False once the socket has closed or we have closed it: what arrives late is not heard and not kept. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  send(message: Downstream): void {
    this.write(Buffer.from(JSON.stringify(message)))
  }

  /** Sends an error in the language of the other side; `about` lets it find the message that was refused. */
  sendError(error: HttpError, about: { streamId?: string; clientId?: string } = {}): void {
    const { retryAfter } = error
    this.send({
      type: 'error',
      ...error.body(this.#translate),
      ...about,
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }

  /** Sends a message that is serialised already; the same buffer may go to many. */
  write(message: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > BACKLOG) this.#socket.terminate()
    else this.#socket.send(message, AS_TEXT)
  }

  subscribe(topic: string, reason: Reason = 'asked'): void {
    const retained = this.#listen(topic, reason)
    if (retained) this.write(retained)
  }

  /** Takes one reason away, or without it all. */
  unsubscribe(topic: string, reason?: Reason): void {
    const reasons = this.#topics.get(topic)
    if (!reasons) return
    if (reason) reasons.delete(reason)
    if (reason && reasons.size > 0) return
    this.#topics.delete(topic)
    this.#audiences.remove(topic, this)
  }

  hears(topic: string): boolean {
    return this.#topics.has(topic)
  }

  /** Of the topics that begin with `prefix`, listens to exactly these from now on. */
  subscribeOnly(prefix: string, topics: readonly string[]): void {
    const wanted = new Set(topics)
    for (const topic of this.#topics.keys())
      if (topic.startsWith(prefix) && !wanted.has(topic)) this.unsubscribe(topic)
    const retained = [...wanted].flatMap((topic) => this.#listen(topic, 'asked') ?? [])
    for (const message of retained) this.write(message)
  }

  /** Hears nothing more from now on, whether or not the other side answers the close frame. */
  close(code: number, reason: string): void {
    this.release()
    this.#socket.close(code, reason)
  }

  /** Ends every subscription, and what came with it. */
  release(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    for (const topic of this.#topics.keys()) this.unsubscribe(topic)
    this.#left(this)
  }

  /** Answers what is retained of a topic that was not heard before. */
  #listen(topic: string, reason: Reason): Buffer | null {
    if (!this.#isOpen) return null
    const reasons = this.#topics.get(topic)
    if (reasons) {
      reasons.add(reason)
      return null
    }
    this.#topics.set(topic, new Set([reason]))
    return this.#audiences.add(topic, this)
  }
}
