import type { WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '#server/http/errors.ts'
import type { Identity } from './connection.ts'
import type { Sockets } from './sockets.ts'

/** The only path that can be upgraded. */
export const SOCKET_PATH = '/ws'

/**
 * Mounts `/ws`. The identity comes from the upgrade request. `?chat=true&streamId=` and `?stream=true&streamId=`
 * subscribe to the stream at once; the protocol is the same.
 */
export function mountSocket(
  app: FastifyInstance,
  sockets: Sockets,
  identify: (request: FastifyRequest) => Identity,
): void {
  const wsHandler = (socket: WebSocket, request: FastifyRequest) => {
    // Boundary: Fastify parses every query string into an object.
    const { chat, stream, streamId } = request.query as Record<string, unknown>
    const subscribes = chat === 'true' || stream === 'true'
    const first = subscribes ? { type: 'subscribe', streamId } : undefined
    const { translate, socket: tcpSocket } = request
    sockets.accept({ socket, tcpSocket, translate }, identify(request), first)
  }
  const handler = () => {
    throw notFound()
  }
  app.route({ method: 'GET', url: SOCKET_PATH, config: { access: 'anyone' }, handler, wsHandler })
}
