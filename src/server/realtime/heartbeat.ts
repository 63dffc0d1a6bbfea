import type { WebSocketServer } from 'ws'

/** Terminates sockets that did not reply to a ping before the next one. Returns the function that stops it. */
export function startHeartbeat(server: WebSocketServer, intervalMs: number): () => void {
  const awaitingPong = new WeakSet<object>()
  const check = () => {
    for (const socket of server.clients) {
      if (awaitingPong.has(socket)) {
        socket.terminate()
        continue
      }
      awaitingPong.add(socket)
      socket.once('pong', () => awaitingPong.delete(socket))
      socket.ping()
    }
  }
  // After a time in which this process was blocked or suspended, the pongs are read between timers and immediates.
  const timer = setInterval(() => setImmediate(check), intervalMs)
  return () => clearInterval(timer)
}

/** Closes every socket with code 1001 (going away) because the server stops. */
export function closeSockets(server: WebSocketServer, done: () => void): void {
  for (const socket of server.clients) socket.close(1001)
  server.close()
  done()
}
