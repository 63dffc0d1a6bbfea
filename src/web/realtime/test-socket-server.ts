import { vi } from 'vitest'
import type { Downstream, Upstream } from '#shared/realtime.ts'

/** The server's end of one WebSocket, which opens only when the test accepts it. */
class TestConnection {
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  isClosed = false
  readonly received: Upstream[] = []
  readonly #answersPings: () => boolean

  constructor(answersPings: () => boolean) {
    this.#answersPings = answersPings
  }

  send(text: string): void {
    // Boundary: the client serialises the closed union of the contract.
    const message = JSON.parse(text) as Upstream
    this.received.push(message)
    if (message.type === 'ping' && this.#answersPings()) this.onmessage?.({ data: '{"type":"pong"}' })
  }

  close(): void {
    this.isClosed = true
  }
}

/** Fake of the server's WebSocket endpoint; `listen` stubs the browser's `WebSocket`. */
export class TestSocketServer {
  readonly connections: TestConnection[] = []
  /** Pings are not answered, as on a dead connection. */
  ignoresPings = false

  /** Replaces `new WebSocket`. */
  readonly open = (): WebSocket => {
    const connection = new TestConnection(() => !this.ignoresPings)
    this.connections.push(connection)
    // Boundary: `Socket` uses only the members above.
    return connection as unknown as WebSocket
  }

  /** Connects every WebSocket of the test's page to a new server. */
  static listen(): TestSocketServer {
    const server = new TestSocketServer()
    vi.stubGlobal('WebSocket', function () {
      return server.open()
    })
    return server
  }

  get latest(): TestConnection {
    const connection = this.connections.at(-1)
    if (!connection) throw new Error('no socket was opened')
    return connection
  }

  accept(): void {
    this.latest.onopen?.()
  }

  sendMessage(message: Downstream, connection = this.latest): void {
    connection.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Closes the connection: 1006 is a network failure, any other code a close by the server. */
  drop(code = 1006, connection = this.latest): void {
    connection.isClosed = true
    connection.onclose?.({ code })
  }

  /** The messages of one type received over the latest connection. */
  received<T extends Upstream['type']>(type: T): Extract<Upstream, { type: T }>[] {
    return this.latest.received.filter(
      (message): message is Extract<Upstream, { type: T }> => message.type === type,
    )
  }
}
