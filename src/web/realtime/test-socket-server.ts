import { vi } from 'vitest'
import type { Downstream, Upstream } from '#shared/realtime.ts'
import type { ChannelTarget, Cursor } from '#shared/socket.ts'

/** The server's end of one WebSocket, which opens only when the test accepts it. */
class TestConnection {
  onopen: (() => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  isClosed = false
  readonly received: Upstream[] = []
  readonly #server: TestSocketServer

  constructor(server: TestSocketServer) {
    this.#server = server
  }

  send(text: string): void {
    // Boundary: the client serialises the closed union of the contract.
    const message = JSON.parse(text) as Upstream
    this.received.push(message)
    for (const reply of this.#server.repliesTo(message)) this.onmessage?.({ data: JSON.stringify(reply) })
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
  /** What has come since the cursor of a subscription; null for too much. */
  missedSince: (target: ChannelTarget, since: Cursor | undefined) => readonly Downstream[] | null = () => []

  /** Replaces `new WebSocket`. */
  readonly open = (): WebSocket => {
    const connection = new TestConnection(this)
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

  /** The replies that a server sends to every page at once. */
  repliesTo(message: Upstream): Downstream[] {
    if (message.type === 'ping' && !this.ignoresPings) return [{ type: 'pong' }]
    if (message.type !== 'subscribe_channel') return []
    const { channel, id, since } = message
    const target = { channel, ...(id !== undefined && { id }) }
    const missed = this.missedSince(target, since)
    const cursor = missed?.map(cursorOf).at(-1) ?? since ?? null
    const echoed = since === undefined ? target : { ...target, since }
    const mustReload = missed === null
    return [...(missed ?? []), { type: 'channel_subscribed', ...echoed, cursor, mustReload }]
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

function cursorOf(message: Downstream): Cursor {
  switch (message.type) {
    case 'post_created':
      return message.postId
    case 'comment_created':
      return message.commentId
    case 'chat_message':
      return message.data.id
    case 'notification':
      return message.data?.createdAt ?? String(message.unreadCount)
    default:
      return null
  }
}
