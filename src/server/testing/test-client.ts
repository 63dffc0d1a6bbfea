import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Post } from '#shared/community/posts.ts'
import { type Downstream, downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { withinLimit } from './within-limit.ts'
import { type Overrides, type Send, createPost, createStream, signUp } from './user-actions.ts'

type TestResponse = { status: number; body: unknown; headers: Headers }

/** An HTTP and WebSocket client with cookies, in place of a browser. */
export class TestClient {
  readonly url: string
  readonly #cookies = new Map<string, string>()
  readonly #send: Send = (method, path, body) => this.send(method, path, body)
  #user: CurrentUser | null = null

  constructor(url: string) {
    this.url = url
  }

  /** The user who signed up with this client. Throws before that. */
  get user(): CurrentUser {
    if (!this.#user) throw new Error('no user has signed up with this client')
    return this.#user
  }

  /** Returns a client with the same session at another app on the same database. */
  at(url: string): TestClient {
    const client = new TestClient(url)
    for (const [name, value] of this.#cookies) client.#cookies.set(name, value)
    client.#user = this.#user
    return client
  }

  async signUp(overrides?: Overrides): Promise<CurrentUser> {
    const { user } = await signUp(this.#send, overrides)
    this.#user = user
    return user
  }

  createStream(overrides?: Overrides): Promise<Stream> {
    return createStream(this.#send, overrides)
  }

  createPost(overrides?: Overrides): Promise<Post> {
    return createPost(this.#send, overrides)
  }

  get(path: string, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestResponse> {
    return this.send('POST', path, body, headers)
  }

  put(path: string, body?: unknown): Promise<TestResponse> {
    return this.send('PUT', path, body)
  }

  /** The `cookie` header, for requests that another library sends. */
  get cookie(): string {
    return this.#cookieHeader()
  }

  /** Sends one request; strings and bytes are sent unchanged, other bodies as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        cookie: this.#cookieHeader(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
    for (const setCookie of response.headers.getSetCookie()) this.#storeCookie(setCookie)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  /** Yields the body of each page of a list, following the `next` links. Throws when a response is not 200. */
  async *pages(path: string): AsyncGenerator<unknown, void> {
    for (let next: string | undefined = path; next !== undefined;) {
      const { status, body, headers } = await this.get(next)
      if (status !== 200) throw new Error(`${next} returned ${status}: ${JSON.stringify(body)}`)
      yield body
      next = /^<(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
  }

  /** Opens `/ws`; resolves when it is open, and rejects with the status of a refused upgrade. */
  async openSocket(query = '', headers: Record<string, string> = {}): Promise<TestSocket> {
    const address = `${this.url.replace(/^http/, 'ws')}/ws${query}`
    const socket = new TestSocket(
      new WebSocket(address, { headers: { cookie: this.#cookieHeader(), ...headers } }),
    )
    await socket.opened
    return socket
  }

  /** Opens a socket that is subscribed to a stream. */
  async openSubscribedSocket(streamId: string): Promise<TestSocket> {
    const socket = await this.openSocket(`?chat=true&streamId=${streamId}`)
    await socket.waitFor('subscribed')
    return socket
  }

  /** Opens a socket that has joined a stream, as a viewer's page does. */
  async openJoinedSocket(streamId: string): Promise<TestSocket> {
    const socket = await this.openSocket()
    socket.send({ type: 'join_stream', streamId })
    await socket.waitFor('stream_joined')
    return socket
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #storeCookie(setCookie: string): void {
    const [pair = ''] = setCookie.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(setCookie)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}

/** A socket that stores received messages, so that a test can wait for them. */
export class TestSocket {
  readonly opened: Promise<unknown>
  readonly closed: Promise<{ code: number }>
  readonly received: Downstream[] = []
  readonly #socket: WebSocket
  readonly #waiters = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.opened = once(socket, 'open')
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve({ code })))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      this.received.push(downstream.parse(JSON.parse(data.toString())))
      for (const check of [...this.#waiters]) check()
    })
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Sends one message in several frames. */
  sendFragments(parts: readonly string[]): void {
    for (const [index, part] of parts.entries()) this.#socket.send(part, { fin: index === parts.length - 1 })
  }

  /** Removes and returns the first message of this type that matches, waiting for it if necessary. */
  waitFor<T extends Downstream['type']>(
    type: T,
    matches: (message: Extract<Downstream, { type: T }>) => boolean = () => true,
  ): Promise<Extract<Downstream, { type: T }>> {
    const arrival = new Promise<Extract<Downstream, { type: T }>>((resolve, reject) => {
      const check = () => {
        const index = this.received.findIndex((message) => isOf(message, type) && matches(message))
        const [found] = index < 0 ? [] : this.received.splice(index, 1)
        if (!found || !isOf(found, type)) return
        this.#waiters.delete(check)
        resolve(found)
      }
      this.#waiters.add(check)
      void this.closed.then(({ code }) => reject(new Error(`closed with ${code} before ${type} arrived`)))
      check()
    })
    return withinLimit(arrival, `no ${type} has arrived`)
  }

  /** Removes and returns the first message of any type, waiting for it if necessary. */
  async next(): Promise<Downstream> {
    const [first] = this.received.length > 0 ? this.received : [await this.#nextArrival()]
    this.received.shift()
    if (!first) throw new Error('no message arrived')
    return first
  }

  #nextArrival(): Promise<Downstream | undefined> {
    return new Promise((resolve) => {
      const check = () => {
        this.#waiters.delete(check)
        resolve(this.received[0])
      }
      this.#waiters.add(check)
    })
  }

  /** Sends `count` pings together; resolves when all are answered, and rejects when the socket is closed before. */
  async ping(count: number): Promise<void> {
    for (let index = 0; index < count; index++) this.send({ type: 'ping' })
    for (let index = 0; index < count; index++) await this.waitFor('pong')
  }

  /** Resolves with true once the server has handled every message sent before, if none of them was a ping. */
  async roundTrip(): Promise<true> {
    this.send({ type: 'ping' })
    await this.waitFor('pong')
    return true
  }

  /** Stops reading: the client no longer replies to anything, not even to a close frame. */
  pauseReading(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.close()
  }

  /** Closes the TCP connection without a close frame, as a lost network does. */
  terminate(): void {
    this.#socket.terminate()
  }
}

function isOf<T extends Downstream['type']>(
  message: Downstream,
  type: T,
): message is Extract<Downstream, { type: T }> {
  return message.type === type
}
