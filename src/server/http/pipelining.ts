import type { RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that may wait behind the one being answered. Browsers and reverse proxies send the next
 * request after the answer; pipelining clients keep about 16 in flight.
 */
const MAX_WAITING = 64

export type Pipeline = {
  /** Calls `handler` for one request of a connection at a time. */
  listener: RequestListener
  /** Closes connections of `server` that are idle, or whose client has stopped reading. Uses `server.timeout`. */
  closeStalled(server: Server): void
}

/**
 * Bounds what one connection can make the server hold. HTTP/1.1 sends answers in the order of the requests, so computing
 * the next answer while one is still being sent only fills memory: Node parses up to 64 KiB of pipelined requests (more
 * than a thousand) before it stops reading a connection whose client does not read. Therefore:
 *
 * - a request is handled after the answer before it was handed to the operating system, so one connection holds one
 *   answer, and a parsed body of at most the stream's buffer for each request that waits;
 * - a connection with more than `MAX_WAITING` waiting requests is closed. RFC 9112, section 9.3.2: a client must be
 *   prepared to send unanswered pipelined requests again;
 * - a connection whose client takes nothing of an answer for `server.timeout` is closed.
 *
 * Upgrades (`/ws`) and the uploads' own reading of their bodies are not affected: Node emits upgrades as another event,
 * and an upload is one request like any other.
 */
export function answerInTurn(handler: RequestListener): Pipeline {
  const pendingBySocket = new WeakMap<Socket, (() => void)[]>()

  const listener: RequestListener = (request, response) => {
    const { socket } = request
    const pending = pendingBySocket.get(socket) ?? []
    pendingBySocket.set(socket, pending)
    if (pending.length > MAX_WAITING) {
      socket.destroy()
      return
    }
    pending.push(() => {
      response.once('close', () => {
        pending.shift()
        if (!socket.destroyed) pending[0]?.()
      })
      handler(request, response)
    })
    if (pending.length === 1) pending[0]?.()
  }

  return {
    listener,
    closeStalled(server) {
      server.on('timeout', (socket: Socket) => {
        const isWorking = (pendingBySocket.get(socket)?.length ?? 0) > 0 && socket.writableLength === 0
        // The handler, or whoever reads the body, has its own limits of time.
        if (!isWorking) socket.destroy()
      })
    },
  }
}
