import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that may wait behind the current one. Browsers and reverse proxies send the next request
 * after the response; pipelining clients keep about 16 in flight.
 */
const MAX_WAITING = 64

/**
 * Limits the memory that one connection can use. HTTP/1.1 sends responses in the order of the requests, so computing
 * the next response while one is still being sent only fills memory: Node parses up to 64 KiB of pipelined requests
 * (more than a thousand) before it stops reading a connection whose client does not read. Therefore:
 *
 * - a request is handled after the previous response was passed to the operating system, so that one connection buffers
 *   one response, and for each waiting request a parsed body of at most the stream's buffer;
 * - a connection with more than `MAX_WAITING` waiting requests is closed. RFC 9112, section 9.3.2: a client must be
 *   prepared to send unanswered pipelined requests again;
 * - a connection whose client reads nothing of a response for `server.timeout` is closed.
 *
 * Upgrades (`/ws`) and uploads, which read their bodies themselves, are not affected: Node emits upgrades as another
 * event, and an upload is a single request.
 */
export class Pipeline {
  /** The requests of each connection: the handled one, and those that wait. */
  readonly #pendingBySocket = new WeakMap<Socket, (() => void)[]>()

  /** Returns a listener that calls `handler` for one request of a connection at a time. */
  listener(handler: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request
      const pending = this.#pendingBySocket.get(socket) ?? []
      this.#pendingBySocket.set(socket, pending)
      if (pending.length > MAX_WAITING) {
        socket.destroy()
        return
      }
      pending.push(() => {
        response.once('close', () => {
          pending.shift()
          // In the next turn of the event loop, so that other connections are served in between.
          if (pending.length > 0) setImmediate(() => !socket.destroyed && pending[0]?.())
        })
        handler(request, response)
      })
      if (pending.length === 1) pending[0]?.()
    }
  }

  /** Whether a request of the connection has no complete response yet. */
  hasPendingRequests(socket: Socket): boolean {
    return (this.#pendingBySocket.get(socket)?.length ?? 0) > 0
  }

  /** Closes connections of `server` that are idle, or whose client has stopped reading. Uses `server.timeout`. */
  closeStalled(server: Server): void {
    server.on('timeout', (socket: Socket) => {
      const isHandling = this.hasPendingRequests(socket) && socket.writableLength === 0
      // The handler and the reader of the body have their own timeouts.
      if (!isHandling) socket.destroy()
    })
  }
}
