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

/** Closes every socket because the server stops. */
export function closeSockets(server: WebSocketServer, done: () => void): void {
  for (const socket of server.clients) socket.close(1001)
  server.close()
  done()
}
