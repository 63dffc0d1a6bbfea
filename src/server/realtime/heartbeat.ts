import type { WebSocketServer } from 'ws'

/** Ends sockets whose other side is gone: no answer to one ping by the time of the next. */
export function startHeartbeat(server: WebSocketServer, everyMs: number): () => void {
  const waiting = new WeakSet<object>()
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (waiting.has(socket)) {
        socket.terminate()
        continue
      }
      waiting.add(socket)
      socket.once('pong', () => waiting.delete(socket))
      socket.ping()
    }
  }, everyMs)
  return () => clearInterval(timer)
}

/** Time for a socket to answer our goodbye before it is cut, in ms. */
const GOODBYE_MS = 500

/** Closes every socket because the server stops; a client that does not answer cannot hold it up. */
export function closeSockets(server: WebSocketServer, done: () => void): void {
  for (const socket of server.clients) socket.close(1001)
  const timer = setTimeout(() => {
    for (const socket of server.clients) socket.terminate()
  }, GOODBYE_MS)
  server.close(() => clearTimeout(timer))
  done()
}
