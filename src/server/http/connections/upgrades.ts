import { type IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { endWithError } from '#server/http/error-handler.ts'
import { notFound } from '#server/http/errors.ts'
import type { Pipeline } from './pipelining.ts'

/**
 * Returns a server that never listens and only emits the upgrades of `server` that may be handled, for
 * @fastify/websocket. It would send every other upgrade through the routes, which reveals them, and would leave a
 * connection open for ever whose earlier requests have no response yet.
 *
 * Node removes its own listeners from a connection before it emits the upgrade.
 */
export function acceptedUpgrades(server: Server, pipeline: Pipeline, path: string): Server {
  const accepted = new Server()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // WebSockets have no timeout; until then a client that reads nothing is disconnected.
    socket.on('timeout', () => socket.destroy())
    const isPipelined = pipeline.hasPendingRequests(request.socket)
    if (!isPipelined && isUpgradeOf(request, path)) {
      accepted.emit('upgrade', request, socket, head)
      return
    }
    socket.on('error', () => socket.destroy())
    if (!isPipelined) endWithError(request.socket, '404 Not Found', notFound())
    request.socket.destroySoon()
  })
  return accepted
}

const isUpgradeOf = ({ method, url }: IncomingMessage, path: string) =>
  method === 'GET' && url?.split('?')[0] === path
