import { vi } from 'vitest'
import type { Downstream, Upstream } from '#shared/realtime.ts'

/** The far end of one WebSocket of the browser, which does not open before the test says so. */
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
    // Boundary: our own client serialises the closed union of the contract.
    const message = JSON.parse(text) as Upstream
    this.heard.push(message)
    if (message.type === 'ping' && this.#answersPings()) this.onmessage?.({ data: '{"type":"pong"}' })
  }

  close(): void {
    this.isClosed = true
  }
}

/** Stands in for the server behind the browser's WebSocket; `listen` lets a page find it. */
export class TestServer {
  readonly connections: TestConnection[] = []
  /** The network swallows what is said, pings too. */
  isSilent = false

  /** What the browser does with `new WebSocket`. */
  readonly open = (): WebSocket => {
    const connection = new TestConnection(() => !this.isSilent)
    this.connections.push(connection)
    // Boundary: the members above are all that our socket touches.
    return connection as unknown as WebSocket
  }

  /** Every WebSocket of the test's page leads here. */
  static listen(): TestServer {
    const server = new TestServer()
    vi.stubGlobal('WebSocket', function () {
      return server.open()
    })
    return server
  }

  get latest(): TestConnection {
    const connection = this.connections.at(-1)
    if (!connection) throw new Error('nobody has opened a socket')
    return connection
  }

  accept(): void {
    this.latest.onopen?.()
  }

  say(message: Downstream, connection = this.latest): void {
    connection.onmessage?.({ data: JSON.stringify(message) })
  }

  /** The network fails; with another code, the server closes it for a reason. */
  drop(code = 1006, connection = this.latest): void {
    connection.isClosed = true
    connection.onclose?.({ code })
  }

  /** What the latest connection has said, by kind. */
  heard<T extends Upstream['type']>(type: T): Extract<Upstream, { type: T }>[] {
    return this.latest.heard.filter(
      (message): message is Extract<Upstream, { type: T }> => message.type === type,
    )
  }
}
