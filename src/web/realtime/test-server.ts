import { vi } from 'vitest'
import type { Downstream, Upstream } from '#shared/realtime.ts'

/** The server's end of one WebSocket, which opens only when the test accepts it. */
class TestConnection {
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  isClosed = false
  readonly heard: Upstream[] = []
  readonly #answersPings: () => boolean

  constructor(answersPings: () => boolean) {
    this.#answersPings = answersPings
  }

  send(text: string): void {
    // Boundary: the client serialises the closed union of the contract.
    const message = JSON.parse(text) as Upstream
    this.heard.push(message)
    if (message.type === 'ping' && this.#answersPings()) this.onmessage?.({ data: '{"type":"pong"}' })
  }

  close(): void {
    this.isClosed = true
  }
}

/** Fake of the server's WebSocket endpoint; `listen` stubs the browser's `WebSocket`. */
export class TestServer {
  readonly connections: TestConnection[] = []
  /** Pings are not answered, as on a dead connection. */
  isSilent = false

  /** Replaces `new WebSocket`. */
  readonly open = (): WebSocket => {
    const connection = new TestConnection(() => !this.isSilent)
    this.connections.push(connection)
    // Boundary: `Socket` uses only the members above.
    return connection as unknown as WebSocket
  }

  /** Connects every WebSocket of the test's page to a new server. */
  static listen(): TestServer {
    const server = new TestServer()
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

  say(message: Downstream, connection = this.latest): void {
    connection.onmessage?.({ data: JSON.stringify(message) })
  }

  /** Closes the connection: 1006 is a network failure, any other code a close by the server. */
  drop(code = 1006, connection = this.latest): void {
    connection.isClosed = true
    connection.onclose?.({ code })
  }

  /** The messages of one type received over the latest connection. */
  heard<T extends Upstream['type']>(type: T): Extract<Upstream, { type: T }>[] {
    return this.latest.heard.filter(
      (message): message is Extract<Upstream, { type: T }> => message.type === type,
    )
  }
}
