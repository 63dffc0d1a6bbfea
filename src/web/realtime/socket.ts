import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream, Upstream } from '#shared/realtime.ts'
import { createStore } from '#web/lib/store.ts'

const PING_MS = 15_000

type Options = {
  /** Opens the underlying socket. */
  open: () => WebSocket
  reconnectMs?: number
  pingMs?: number
}

export type SocketState = {
  isConnected: boolean
  /** Counts connections, so that a follower can tell a new one from the one it knows. */
  connection: number
  /** The last try to connect failed or broke off. */
  hasFailed: boolean
}

/**
 * The page's one socket. It is open while somebody holds it, and comes back by itself after it closed:
 * whoever needs more than messages (a subscription, a join) says so again on each new connection.
 */
export class Socket {
  readonly state = createStore<SocketState>({ isConnected: false, connection: 0, hasFailed: false })
  readonly #options: Required<Options>
  readonly #listeners = new Set<(message: Downstream) => void>()
  #socket: WebSocket | null = null
  #holders = 0
  #reconnect: ReturnType<typeof setTimeout> | null = null
  #ping: ReturnType<typeof setInterval> | null = null
  #isAnswered = true

  constructor(options: Options) {
    this.#options = { reconnectMs: SOCKET_RECONNECT_MS, pingMs: PING_MS, ...options }
  }

  /** Keeps the socket open until the function that it answers is called. */
  hold(): () => void {
    this.#holders += 1
    if (this.#holders === 1) this.#connect()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      if (this.#holders === 0) this.#disconnect()
    }
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

  #connect(): void {
    this.#clearTimers()
    let socket: WebSocket
    try {
      socket = this.#options.open()
    } catch {
      this.#failed()
      return
    }
    this.#socket = socket
    socket.onopen = () => this.#opened(socket)
    socket.onclose = () => {
      if (this.#socket === socket) this.#failed()
    }
    socket.onmessage = (event: MessageEvent<string>) => this.#receive(event.data)
    addEventListener('online', this.#retryNow)
  }

  #opened(socket: WebSocket): void {
    this.#isAnswered = true
    this.#ping = setInterval(() => {
      // A phone that changed networks keeps a dead socket for minutes: an unanswered ping ends it.
      if (!this.#isAnswered) return this.#drop(socket)
      this.#isAnswered = false
      this.send({ type: 'ping' })
    }, this.#options.pingMs)
    this.state.set({ isConnected: true, hasFailed: false, connection: this.state.get().connection + 1 })
  }

  #receive(text: string): void {
    // Boundary: our own server serialises the closed union of the contract.
    const message = JSON.parse(text) as Downstream
    this.#isAnswered = true
    if (message.type === 'pong') return
    for (const listener of [...this.#listeners]) listener(message)
  }

  #drop(socket: WebSocket): void {
    socket.onclose = null
    socket.close()
    this.#failed()
  }

  #failed(): void {
    this.#clearTimers()
    this.#socket = null
    this.state.set({ isConnected: false, hasFailed: true })
    if (this.#holders > 0) this.#reconnect = setTimeout(() => this.#connect(), this.#options.reconnectMs)
  }

  #disconnect(): void {
    this.#clearTimers()
    removeEventListener('online', this.#retryNow)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.state.set({ isConnected: false, hasFailed: false })
  }

  readonly #retryNow = (): void => {
    if (!this.state.get().isConnected && this.#reconnect) this.#connect()
  }

  #clearTimers(): void {
    if (this.#reconnect) clearTimeout(this.#reconnect)
    if (this.#ping) clearInterval(this.#ping)
    this.#reconnect = null
    this.#ping = null
  }
}

/** The socket of this page. */
export const socket = new Socket({
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
})
