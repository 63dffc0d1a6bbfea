import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Post } from '#shared/posts.ts'
import { type Downstream, downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import type { OwnUser } from '#shared/users.ts'
import { type Overrides, type Send, createPost, createStream, signUp } from './member-verbs.ts'

type Answer = { status: number; body: unknown; headers: Headers }

/** Somebody with a browser: keeps cookies, sends what a page would send, and opens sockets with them. */
export class TestClient {
  readonly url: string
  readonly #cookies = new Map<string, string>()
  readonly #send: Send = (method, path, body) => this.send(method, path, body)
  #user: OwnUser | null = null

  constructor(url: string) {
    this.url = url
  }

  /** The member that signed up here. */
  get user(): OwnUser {
    if (!this.#user) throw new Error('nobody signed up')
    return this.#user
  }

  async signUp(overrides?: Overrides): Promise<OwnUser> {
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

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body, headers)
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', path, body)
  }

  /** What its browser sends along, for a library's own requests. */
  get cookie(): string {
    return this.#cookieHeader()
  }

  /** Sends one request; a string or bytes go as they are, anything else as JSON. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
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
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }

  /** What each page of a list holds, from the first to the last. Throws when one is refused. */
  async *pages(path: string): AsyncGenerator<unknown, void> {
    for (let next: string | undefined = path; next !== undefined;) {
      const { status, body, headers } = await this.get(next)
      if (status !== 200) throw new Error(`${next} answered ${status}: ${JSON.stringify(body)}`)
      yield body
      next = /^<(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }
  }

  /** Opens `/ws`; resolves when it is open, or rejects with the refusal's status. */
  async socket(query = '', headers: Record<string, string> = {}): Promise<TestSocket> {
    const address = `${this.url.replace(/^http/, 'ws')}/ws${query}`
    const socket = new TestSocket(
      new WebSocket(address, { headers: { cookie: this.#cookieHeader(), ...headers } }),
    )
    await socket.opened
    return socket
  }

  /** A socket that hears what those on a stream are told. */
  async subscribed(streamId: string): Promise<TestSocket> {
    const socket = await this.socket(`?chat=true&streamId=${streamId}`)
    await socket.waitFor('subscribed')
    return socket
  }

  /** A socket that has joined a stream, as a viewer's page does. */
  async joined(streamId: string): Promise<TestSocket> {
    const socket = await this.socket()
    socket.send({ type: 'join_stream', streamId })
    await socket.waitFor('stream_joined')
    return socket
  }

  #cookieHeader(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keepCookie(line: string): void {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name)
    else this.#cookies.set(name, value)
  }
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
}

/** A socket that keeps what it hears, so that a test can wait for it. */
export class TestSocket {
  readonly opened: Promise<unknown>
  readonly closed: Promise<{ code: number }>
  readonly received: Downstream[] = []
  readonly #socket: WebSocket
  readonly #waiting = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.#socket = socket
    this.opened = once(socket, 'open')
    this.closed = new Promise((resolve) => socket.once('close', (code) => resolve({ code })))
    socket.on('error', () => {})
    socket.on('message', (data: Buffer) => {
      this.received.push(downstream.parse(JSON.parse(data.toString())))
      for (const look of [...this.#waiting]) look()
    })
  }

  send(message: unknown): void {
    this.#socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** The next message of a type that has not been taken yet and that fits. */
  waitFor<T extends Downstream['type']>(
    type: T,
    fits: (message: Extract<Downstream, { type: T }>) => boolean = () => true,
  ): Promise<Extract<Downstream, { type: T }>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const index = this.received.findIndex((message) => isOf(message, type) && fits(message))
        const [found] = index < 0 ? [] : this.received.splice(index, 1)
        if (!found || !isOf(found, type)) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      void this.closed.then(({ code }) => reject(new Error(`closed with ${code} before ${type} came`)))
      look()
    })
  }

  /** Whatever comes next. */
  async next(): Promise<Downstream> {
    const [first] = this.received.length > 0 ? this.received : [await this.#arrival()]
    this.received.shift()
    if (!first) throw new Error('nothing came')
    return first
  }

  #arrival(): Promise<Downstream | undefined> {
    return new Promise((resolve) => {
      const look = () => {
        this.#waiting.delete(look)
        resolve(this.received[0])
      }
      this.#waiting.add(look)
    })
  }

  /** True once the server has handled all that was sent before. */
  async settled(): Promise<true> {
    this.send({ type: 'ping' })
    await this.waitFor('pong')
    return true
  }

  /** Answers nothing any more, not even a close frame. */
  pauseReading(): void {
    this.#socket.pause()
  }

  close(): void {
    this.#socket.close()
  }

  /** Breaks off as a lost network does. */
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
