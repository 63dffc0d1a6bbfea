import { CLOSE_CODES, SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream, Upstream } from '#shared/realtime.ts'
import { handleSessionEnd } from '#web/api/current-user.ts'
import { RefCounter } from '#web/lib/ref-counter.ts'
import { createStore } from '#web/lib/store.ts'
import { onResume } from '#web/lib/hooks/on-resume.ts'

const PING_MS = 15_000
const BACKOFF_MS = 60_000
/** Timeout of the ping after a network change or a sleep, when a dead connection is likely. */
const PROBE_MS = 3000

type Options = {
  /** Opens the underlying socket. */
  open: () => WebSocket
  reconnectMs?: number
  /** Delay of the reconnect after the server closed the socket for flooding or too many sockets. */
  backoffMs?: number
  /** Called when the session of the socket ended. */
  onSignedOut?: () => void
  /** Messages that no listener gets. */
  ignores?: (message: Downstream) => boolean
  /** Interval of the pings; also the timeout of the pong, and of the opening of a connection. */
  pingMs?: number
}

export type SocketState = {
  isConnected: boolean
  /** Number of the current connection, so that subscribers can detect a new one. */
  connection: number
  /** Why there is no connection: the constructor threw, the connection failed or was lost, or the server refused it. */
  failure: 'init' | 'lost' | 'refused' | null
}

/**
 * The page's shared WebSocket. It is open while it is acquired, and reconnects automatically. Callers
 * must repeat their subscriptions and joins on each new connection (`onConnected`).
 */
export class Socket {
  readonly state = createStore<SocketState>({ isConnected: false, connection: 0, failure: null })
  readonly #options: Required<Options>
  readonly #listeners = new Set<(message: Downstream) => void>()
  readonly #references = new RefCounter(() => this.#open())
  #socket: WebSocket | null = null
  #reconnect: ReturnType<typeof setTimeout> | null = null
  #ping: ReturnType<typeof setInterval> | null = null
  #probe: ReturnType<typeof setTimeout> | null = null
  #removeResumeListener = () => {}
  /** False while a ping is unanswered. */
  #isAlive = true
  #lastHeartbeatAt = 0

  constructor(options: Options) {
    this.#options = {
      reconnectMs: SOCKET_RECONNECT_MS,
      backoffMs: BACKOFF_MS,
      pingMs: PING_MS,
      onSignedOut: () => {},
      ignores: () => false,
      ...options,
    }
  }

  /** Keeps the socket open until the returned function is called. */
  acquire(): () => void {
    return this.#references.acquire()
  }

  /** Returns false without a connection; messages are not queued. */
  send(message: Upstream): boolean {
    if (!this.state.get().isConnected || !this.#socket) return false
    this.#socket.send(JSON.stringify(message))
    return true
  }

  onMessage(listener: (message: Downstream) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener immediately if there is a connection, and on each new one. Returns the cleanup. */
  onConnected(listener: () => void): () => void {
    let lastConnection = 0
    const check = () => {
      const { isConnected, connection } = this.state.get()
      if (!isConnected || connection === lastConnection) return
      lastConnection = connection
      listener()
    }
    check()
    return this.state.subscribe(check)
  }

  #open(): () => void {
    this.#removeResumeListener = onResume(() => this.#checkConnection())
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
      this.#fail('init')
      return
    }
    this.#socket = socket
    this.#isAlive = false
    // After a network change a phone keeps a dead socket for minutes, even an unopened one: the heartbeat closes it.
    this.#lastHeartbeatAt = Date.now()
    this.#ping = setInterval(() => this.#heartbeat(), this.#options.pingMs)
    socket.onopen = () => this.#onOpen()
    socket.onclose = ({ code }) => this.#onClose(code)
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(event.data)
  }

  #onClose(code: number): void {
    if (code === CLOSE_CODES.signedOut) this.#options.onSignedOut()
    // No reconnect after messages with a wrong user id; a longer delay after flooding or too many sockets.
    if (code === CLOSE_CODES.forbidden) return this.#fail('refused', null)
    const isOverLimit = code === CLOSE_CODES.flood || code === CLOSE_CODES.tryLater
    this.#fail('lost', isOverLimit ? this.#options.backoffMs : this.#options.reconnectMs)
  }

  #onOpen(): void {
    this.#isAlive = true
    this.state.set({ isConnected: true, failure: null, connection: this.state.get().connection + 1 })
  }

  #heartbeat(): void {
    const hasSlept = Date.now() - this.#lastHeartbeatAt > 2 * this.#options.pingMs
    this.#lastHeartbeatAt = Date.now()
    if (hasSlept) return this.#checkConnection()
    if (!this.#isAlive) return this.#fail('lost')
    this.#isAlive = false
    this.send({ type: 'ping' })
  }

  #receive(text: string): void {
    // Boundary: the server serialises the closed union of the contract.
    const message = JSON.parse(text) as Downstream
    this.#isAlive = true
    if (message.type === 'pong') return
    if (this.#options.ignores(message)) return
    for (const listener of [...this.#listeners]) listener(message)
  }

  #fail(
    failure: NonNullable<SocketState['failure']>,
    reconnectMs: number | null = this.#options.reconnectMs,
  ): void {
    this.#closeSocket()
    if (this.#references.isAcquired && reconnectMs !== null)
      this.#reconnect = setTimeout(() => this.#connect(), reconnectMs)
    this.state.set({ isConnected: false, failure })
  }

  #disconnect(): void {
    this.#removeResumeListener()
    this.#closeSocket()
    this.state.set({ isConnected: false, failure: null })
  }

  /** Reconnects immediately if a reconnect is scheduled; else probes the connection, which may be silently dead. */
  #checkConnection(): void {
    if (this.#reconnect) return this.#connect()
    if (!this.state.get().isConnected || this.#probe) return
    this.#isAlive = false
    this.send({ type: 'ping' })
    this.#probe = setTimeout(() => {
      this.#probe = null
      if (!this.#isAlive) this.#fail('lost')
    }, PROBE_MS)
  }

  /** Detaches and closes the underlying socket, so that its later events do not affect the next one. */
  #closeSocket(): void {
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

let isIgnored: (message: Downstream) => boolean = () => false

/** Messages of the page's socket that `test` is true for reach no listener. */
export function ignoreMessages(test: (message: Downstream) => boolean): void {
  isIgnored = test
}

export const socket = new Socket({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
  onSignedOut: () => void handleSessionEnd(),
  ignores: (message) => isIgnored(message),
})
