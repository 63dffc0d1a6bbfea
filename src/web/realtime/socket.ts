import { CLOSE_CODES, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream, Upstream } from '#shared/realtime.ts'
import { sessionEnded } from '#web/api/current-user.ts'
import { RefCounter } from '#web/lib/ref-counter.ts'
import { createStore } from '#web/lib/store.ts'
import { onResume } from '#web/lib/hooks/on-resume.ts'

const PING_MS = 15_000
const REST_MS = 60_000
/** After the network changed or the machine slept, an answer comes soon or never. */
const PROBE_MS = 3000

type Options = {
  /** Opens the underlying socket. */
  open: () => WebSocket
  reconnectMs?: number
  /** Before the next try when the server had too much of us. */
  restMs?: number
  /** The session behind the socket ended. */
  onSignedOut?: () => void
  /** Between two pings; also how long an answer, or the opening of a connection, may take. */
  pingMs?: number
}

export type SocketState = {
  isConnected: boolean
  /** Counts connections, so that a follower can tell a new one from the one it knows. */
  connection: number
  /** Why there is no connection: the browser refused to make a socket, it failed or broke off, or we may not. */
  failure: 'init' | 'lost' | 'refused' | null
}

/**
 * The page's one socket. It is open while somebody holds it, and comes back by itself after it closed:
 * whoever needs more than messages (a subscription, a join) says so again on each new connection.
 */
export class Socket {
  readonly state = createStore<SocketState>({ isConnected: false, connection: 0, failure: null })
  readonly #options: Required<Options>
  readonly #listeners = new Set<(message: Downstream) => void>()
  readonly #holders = new RefCounter(() => this.#open())
  #socket: WebSocket | null = null
  #reconnect: ReturnType<typeof setTimeout> | null = null
  #ping: ReturnType<typeof setInterval> | null = null
  #probe: ReturnType<typeof setTimeout> | null = null
  #endWake = () => {}
  #isAnswered = true
  #beatAt = 0

  constructor(options: Options) {
    this.#options = {
      reconnectMs: SOCKET_RECONNECT_MS,
      restMs: REST_MS,
      pingMs: PING_MS,
      onSignedOut: () => {},
      ...options,
    }
  }

  /** Keeps the socket open until the function that it answers is called. */
  hold(): () => void {
    return this.#holders.hold()
  }

  /** Says false when there is no connection; nothing is kept for later. */
  send(message: Upstream): boolean {
    if (!this.state.get().isConnected || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  onMessage(listener: (message: Downstream) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `work` now if there is a connection, and on each new one. */
  onConnected(work: () => void): () => void {
    let known = 0
    const look = () => {
      const { isConnected, connection } = this.state.get()
      if (!isConnected || connection === known) return
      known = connection
      work()
    }
    look()
    return this.state.subscribe(look)
  }

  #open(): () => void {
    this.#endWake = onResume(() => this.#wake())
    this.#connect()
    return () => this.#disconnect()
  }

  #connect(): void {
    this.#clearTimers()
    let socket: WebSocket
    try {
      socket = this.#options.open()
    } catch (cause) {
      console.error(cause)
      this.#failed('init')
      return
    }
    this.#socket = socket
    this.#isAnswered = false
    // A phone that changed networks keeps a dead socket for minutes, also one that never opened: silence ends it.
    this.#beatAt = Date.now()
    this.#ping = setInterval(() => this.#beat(), this.#options.pingMs)
    socket.onopen = () => this.#opened()
    socket.onclose = ({ code }) => this.#closed(code)
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(event.data)
  }

  #closed(code: number): void {
    if (code === CLOSE_CODES.signedOut) this.#options.onSignedOut()
    // Who was sent away for too much comes back after a rest; who spoke for another, not at all.
    if (code === CLOSE_CODES.forbidden) return this.#failed('refused', null)
    const isTooMuch = code === CLOSE_CODES.flood || code === CLOSE_CODES.tryLater
    this.#failed('lost', isTooMuch ? this.#options.restMs : this.#options.reconnectMs)
  }

  #opened(): void {
    this.#isAnswered = true
    this.state.set({ isConnected: true, failure: null, connection: this.state.get().connection + 1 })
  }

  #beat(): void {
    const hasSlept = Date.now() - this.#beatAt > 2 * this.#options.pingMs
    this.#beatAt = Date.now()
    if (hasSlept) return this.#wake()
    if (!this.#isAnswered) return this.#failed('lost')
    this.#isAnswered = false
    this.send({ type: 'ping' })
  }

  #receive(text: string): void {
    // Boundary: our own server serialises the closed union of the contract.
    const message = JSON.parse(text) as Downstream
    this.#isAnswered = true
    if (message.type === 'pong') return
    for (const listener of [...this.#listeners]) listener(message)
  }

  #failed(
    failure: NonNullable<SocketState['failure']>,
    againMs: number | null = this.#options.reconnectMs,
  ): void {
    this.#drop()
    if (this.#holders.isHeld && againMs !== null) this.#reconnect = setTimeout(() => this.#connect(), againMs)
    this.state.set({ isConnected: false, failure })
  }

  #disconnect(): void {
    this.#endWake()
    this.#drop()
    this.state.set({ isConnected: false, failure: null })
  }

  /** A connection of before may be dead without a word; the next one need not wait. */
  #wake(): void {
    if (this.#reconnect) return this.#connect()
    if (!this.state.get().isConnected || this.#probe) return
    this.#isAnswered = false
    this.send({ type: 'ping' })
    this.#probe = setTimeout(() => {
      this.#probe = null
      if (!this.#isAnswered) this.#failed('lost')
    }, PROBE_MS)
  }

  /** Lets the underlying socket go for good: whatever it still says or becomes is no concern of the next one. */
  #drop(): void {
    this.#clearTimers()
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    socket.onopen = socket.onclose = socket.onmessage = null
    socket.close()
  }

  #clearTimers(): void {
    if (this.#reconnect) clearTimeout(this.#reconnect)
    if (this.#ping) clearInterval(this.#ping)
    if (this.#probe) clearTimeout(this.#probe)
    this.#reconnect = null
    this.#ping = null
    this.#probe = null
  }
}

/** The socket of this page. */
export const socket = new Socket({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  onSignedOut: () => void sessionEnded(),
})
