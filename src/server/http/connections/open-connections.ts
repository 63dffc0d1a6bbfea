import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Adds the connections of `server` to `open`, as long as they are open. */
export function trackConnections(server: Server, open: Set<Socket>): void {
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const hasAddress = rememberAddress(socket)
    if (!hasAddress) socket.destroy()
  })
}

/**
 * Reads the address of a socket, which keeps it from then on: a request whose client has disconnected is still counted
 * by its address. Returns false if the client left before the connection was accepted.
 */
function rememberAddress({ remoteAddress }: Socket): boolean {
  return remoteAddress !== undefined
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
