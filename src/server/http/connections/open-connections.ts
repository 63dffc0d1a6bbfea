import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Adds the connections of `server` to `open`, as long as they are open. */
export function trackConnections(server: Server, open: Set<Socket>): void {
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A socket keeps the address of a closed connection only if it was read before: a request whose client has
    // disconnected is still counted by its address. It has none if the client left before the connection was accepted.
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/**
 * Closes the connections that are still open after `delayMs`. Node closes only those of HTTP requests, and a server
 * waits for all the others.
 */
export function destroyLater(open: ReadonlySet<Socket>, delayMs: number): void {
  setTimeout(() => {
    for (const socket of open) socket.destroy()
  }, delayMs).unref()
}
